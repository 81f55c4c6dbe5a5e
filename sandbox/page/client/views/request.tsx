import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ListedRequest, ShownRequest } from "../../log";
import { get, linkTo, send, useAnswer } from "../live";
import { Empty, Json, Name, clockText } from "../parts";

/** What people call those who send requests. */
const senders: Record<ListedRequest["from"], string> = {
  package: "mlplane",
  vendor: "vendor's client",
  browser: "browser",
  other: "other",
};

const tone = ({ status }: ListedRequest): string =>
  status === undefined ? "busy" : status >= 500 ? "bad" : status >= 400 ? "refused" : "good";

/** A path without what nearly all have in common: the resource group, and the version of the service. */
const shortened = (path: string): string =>
  path
    .replace(/\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/[^/]+(?=\/)/i, "…")
    .replace(/([?&])api-version=[^&]*&?/, "$1")
    .replace(/[?&]$/, "");

/** A request in one line: status, verb, path, who sent it and when. */
export function RequestLine({ request }: { request: ListedRequest }): VNode {
  const { method, path, status, took, from, at, fault } = request;
  return (
    <>
      <span class={`status ${tone(request)}`}>{status ?? "…"}</span>
      <span class="method">{method}</span>
      <span class="path" title={path}>
        <Name>{shortened(path)}</Name>
      </span>
      {fault && <span class="flag">fault</span>}
      <span class="from">{senders[from]}</span>
      <span class="took">{took === undefined ? "" : `${took} ms`}</span>
      <time>{clockText(at)}</time>
    </>
  );
}

/** One request with its bodies. */
export function RequestDetail({ listed }: { listed: ListedRequest }): VNode {
  const { id, status } = listed;
  const { answer: request, mistake } = useAnswer(() => get<ShownRequest>(`log/${id}`), [id, status]);
  const [outcome, setOutcome] = useState("");
  const again = (): void => {
    const path = listed.path.split("?")[0]!.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    send("faults", { match: `^${listed.method} ${path}$`, status: 503, retryAfter: 1 }).then(
      () => setOutcome("The next such request is answered with 503."),
      (error: Error) => setOutcome(error.message),
    );
  };
  if (mistake !== undefined) return <Empty text={mistake} />;
  if (request === undefined) return <Empty text="Asking the sandbox …" />;
  const facts: [string, string][] = [
    ["From", `${senders[request.from]} (${request.headers["user-agent"] ?? "says no name"})`],
    ["At", new Date(request.at).toISOString()],
    ["Took", request.took === undefined ? "–" : `${request.took} ms`],
    ...Object.entries(request.query).map(([name, value]): [string, string] => [`?${name}`, value]),
  ];
  return (
    <article class="detail">
      <a class="back" href={linkTo("requests")}>
        All requests
      </a>
      <h2>
        <span class={`status ${tone(listed)}`}>{request.status ?? "no answer"}</span> {request.method}{" "}
        <Name>{request.path.split("?")[0]!}</Name>
      </h2>
      {request.fault && <p class="hint">A fault that was set has answered or disturbed it.</p>}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Name>{value}</Name>
            </dd>
          </div>
        ))}
      </dl>
      <h3>Sent</h3>
      {request.body === undefined ? <p class="hint">No JSON.</p> : <Json label="Body sent" value={request.body} />}
      <h3>Answered</h3>
      {request.answer === undefined ? (
        <p class="hint">No JSON.</p>
      ) : (
        <Json label="Body answered" value={request.answer} />
      )}
      <p class="actions">
        <button onClick={again}>Refuse the next one like it</button>
        <span role="status">{outcome}</span>
      </p>
      <details>
        <summary>Headers</summary>
        <Json label="Headers" value={request.headers} />
      </details>
    </article>
  );
}
