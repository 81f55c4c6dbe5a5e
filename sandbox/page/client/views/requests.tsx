import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { forget, linkTo, type ViewProps } from "../live";
import { List } from "../list";
import { Choice, Empty, Title } from "../parts";
import { RequestDetail, RequestLine } from "./request";

const kinds = ["all", "refused", "faults"] as const;

/** Every request that the log keeps, the newest first, as they come. */
export function Requests({ requests, rest: [open] }: ViewProps): VNode {
  const [text, setText] = useState("");
  const [kind, setKind] = useState<(typeof kinds)[number]>("all");
  const wanted = text.toLowerCase();
  const matching = requests.filter(
    ({ method, path, status = 0, fault }) =>
      `${method} ${path} ${status}`.toLowerCase().includes(wanted) &&
      (kind === "all" || (kind === "refused" ? status >= 400 : fault === true)),
  );
  const listed = requests.find(({ id }) => String(id) === open);
  return (
    <>
      <Title text="Requests">
        <input
          type="search"
          aria-label="Filter requests"
          placeholder="Verb, path or status"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Choice label="Which requests" options={kinds} value={kind} onChange={setKind} />
        <button class="quiet" onClick={() => void forget("requests")}>
          Clear
        </button>
      </Title>
      {requests.length === 0 ? (
        <Empty text="Nothing has come in yet.">
          Requests stand here as they come, with what was sent and answered.
        </Empty>
      ) : (
        <div class={`split requests${open === undefined ? "" : " opened"}`}>
          <List
            label="Requests"
            items={matching}
            row={36}
            keyOf={({ id }) => id}
            link={({ id }) => linkTo("requests", String(id))}
            selected={listed?.id}
          >
            {(request) => <RequestLine request={request} />}
          </List>
          {open !== undefined &&
            (listed === undefined ? (
              <Empty text="The log does not keep this request any more." />
            ) : (
              <RequestDetail key={listed.id} listed={listed} />
            ))}
        </div>
      )}
    </>
  );
}
