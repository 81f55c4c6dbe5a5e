import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Fault } from "../../../publicTypes";
import { forget, send, type ViewProps } from "../live";
import { Choice, Empty, Section, Table, Title, spanText } from "../parts";

const effects = ["status", "drop", "delay"] as const;
const spans: [string, number][] = [
  ["1 minute", 60],
  ["10 minutes", 600],
  ["1 hour", 3600],
  ["1 day", 86_400],
];

/** Faults, the clock and the tier, set from here. */
export function Control({ state }: ViewProps): VNode {
  const [mistake, setMistake] = useState("");
  const set = (path: string, body: unknown): void => {
    send(path, body).then(
      () => setMistake(""),
      (error: Error) => setMistake(error.message),
    );
  };
  const tiers = ["no limit", ...Object.keys(state.tiers)];
  const tier = state.rate === null ? "no limit" : tiers.find((name) => state.tiers[name] === state.rate);
  return (
    <>
      <Title text="Control" />
      {mistake !== "" && (
        <p class="mistake" role="alert">
          {mistake}
        </p>
      )}
      <Section text="Faults" count={state.faults.length}>
        <FaultForm set={(fault) => set("faults", fault)} />
        {state.faults.length === 0 ? (
          <Empty text="No fault waits." />
        ) : (
          <>
            <Table
              head={["Meets", "Does", "Times"]}
              rows={state.faults.map((fault, at) => ({
                key: String(at),
                cells: [<code>{fault.match}</code>, <code>{doing(fault)}</code>, String(fault.times ?? 1)],
              }))}
            />
            <button class="quiet" onClick={() => void forget("faults")}>
              Forget all faults
            </button>
          </>
        )}
      </Section>
      <Section text="Clock">
        <p class="hint">
          {state.advanced > 2000 ? `${spanText(state.advanced / 1000)} ahead of this machine. ` : ""}
          Models whose time is over are unloaded, tokens expire.
        </p>
        <p class="actions">
          {spans.map(([text, advanceSeconds]) => (
            <button key={text} onClick={() => set("clock", { advanceSeconds })}>
              {text} on
            </button>
          ))}
        </p>
      </Section>
      <Section text="Tier of the search service">
        <Choice
          label="Tier"
          options={tiers}
          value={tier ?? ""}
          onChange={(name) => set("behaviour", { searchRequestsPerSecond: state.tiers[name] ?? null })}
        />
        <p class="hint">
          {state.rate === null ? "It takes every request." : `It takes ${state.rate} requests per second.`}
        </p>
      </Section>
    </>
  );
}

function FaultForm({ set }: { set(fault: object): void }): VNode {
  const [match, setMatch] = useState("^PUT /indexes/");
  const [effect, setEffect] = useState<(typeof effects)[number]>("status");
  const [status, setStatus] = useState("503");
  const [delay, setDelay] = useState("2000");
  const [times, setTimes] = useState("1");
  const what = {
    status: { status: Number(status), ...(["429", "503"].includes(status) && { retryAfter: 1 }) },
    drop: { drop: "after" },
    delay: { delayMs: Number(delay) },
  };
  const number = (label: string, value: string, change: (text: string) => void): VNode => (
    <label>
      {label}
      <input type="number" min="1" value={value} onInput={(event) => change(event.currentTarget.value)} />
    </label>
  );
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        set({ match, ...what[effect], times: Number(times) });
      }}
    >
      <label class="grow">
        Regular expression on verb and path
        <input type="text" value={match} spellcheck={false} onInput={(event) => setMatch(event.currentTarget.value)} />
      </label>
      <Choice label="What the fault does" options={effects} value={effect} onChange={setEffect} />
      {effect === "status" && number("Status", status, setStatus)}
      {effect === "delay" && number("Milliseconds", delay, setDelay)}
      {number("Times", times, setTimes)}
      <button type="submit" class="main">
        Set the fault
      </button>
    </form>
  );
}

/** What a fault does, in words. */
function doing({ status, body, drop, delayMs, outcome }: Fault): string {
  const parts = [
    delayMs !== undefined && `waits ${delayMs} ms`,
    drop !== undefined && `breaks the connection ${drop === "midway" ? drop : `${drop} the work`}`,
    status !== undefined && `answers ${status}`,
    body !== undefined && "with a text",
    outcome !== undefined && `ends as ${outcome.status}`,
  ];
  return parts.filter(Boolean).join(", ");
}
