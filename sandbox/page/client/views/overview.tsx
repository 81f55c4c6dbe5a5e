import type { VNode } from "preact";
import { linkTo, type ViewProps } from "../live";
import { Empty, Section, Title, counted } from "../parts";
import { RequestLine } from "./request";

/** All three services at a glance, the last requests, and how to begin. */
export function Overview({ state, requests }: ViewProps): VNode {
  const { workspaces, indexes, bases, models, environment, url } = state;
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
  const endpoints = workspaces.flatMap((each) => each.endpoints);
  const cards = [
    { to: "workspaces", text: "Workspaces", count: workspaces.length, more: counted(endpoints.length, "endpoint") },
    {
      to: "indexes",
      text: "Indexes",
      count: indexes.length,
      more: counted(sum(indexes.map((each) => each.documents)), "document"),
    },
    { to: "knowledge", text: "Knowledge bases", count: bases.length, more: counted(state.sources.length, "source") },
    {
      to: "models",
      text: "Loaded models",
      count: models.filter((each) => each.state === "loaded").length,
      more: `${models.filter((each) => each.state === "cached").length} more cached`,
    },
  ];
  const refused = requests.filter(({ status = 0 }) => status >= 400).length;
  return (
    <>
      <Title text="Overview">
        <code>{url}</code>
      </Title>
      <div class="cards">
        {cards.map(({ to, text, count, more }) => (
          <a class="card" key={to} href={linkTo(to)}>
            <span class="label">{text}</span>
            <strong>{count.toLocaleString("en")}</strong>
            <span class="more">{more}</span>
          </a>
        ))}
      </div>
      <Section text="Last requests">
        {requests.length === 0 ? (
          <Empty text="Nothing has come in yet.">
            Export the variables below, and run <code>pulumi up</code>.
          </Empty>
        ) : (
          <>
            <div class="lines">
              {requests.slice(0, 8).map((request) => (
                <a class="row" key={request.id} href={linkTo("requests", String(request.id))}>
                  <RequestLine request={request} />
                </a>
              ))}
            </div>
            <p class="hint">
              <a href={linkTo("requests")}>All {requests.length.toLocaleString("en")} requests</a>
              {refused > 0 && `, ${refused.toLocaleString("en")} of them refused`}
            </p>
          </>
        )}
      </Section>
      <Section text="For a client of this sandbox">
        <pre tabIndex={0} aria-label="Variables to export">
          {Object.entries(environment)
            .map(([name, value]) => `export ${name}=${value}`)
            .join("\n")}
        </pre>
      </Section>
    </>
  );
}
