import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { State } from "../../state";
import { linkTo, send, type ViewProps } from "../live";
import { Empty, Name, Score, Section, Title, counted } from "../parts";

/** The answer of a knowledge base. */
interface Answer {
  answer: string;
  sources: { id: string; content: string; relevanceScore: number }[];
}

/** Knowledge bases as a graph, base to source to index, and a question box for the chosen one. */
export function Knowledge({ state, rest: [open] }: ViewProps): VNode {
  const { bases, sources } = state;
  if (bases.length + sources.length === 0)
    return (
      <>
        <Title text="Knowledge" />
        <Empty text="There is no knowledge base yet.">
          Declare one with <code>new mlplane.search.KnowledgeBase(…)</code> and run <code>pulumi up</code>.
        </Empty>
      </>
    );
  const chosen = bases.find(({ name }) => name === open) ?? bases[0];
  return (
    <>
      <Title text="Knowledge" />
      {chosen !== undefined && <Question key={chosen.name} base={chosen.name} />}
      <Section text="From base to index">
        <Graph state={state} chosen={chosen?.name} />
      </Section>
    </>
  );
}

/** The height of a node with the space below it, in pixels. */
const step = 56;

/** One column of the graph, and where it leads in the next one. */
interface Column {
  title: string;
  nodes: { name: string; more: string; link?: string; missing?: boolean; to: string[] }[];
}

function Graph({ state, chosen }: { state: State; chosen: string | undefined }): VNode {
  const { bases, sources, indexes } = state;
  const used = [...new Set(sources.flatMap(({ index }) => index ?? []))];
  const columns: Column[] = [
    {
      title: "Bases",
      nodes: bases.map(({ name, mode, sources: to }) => ({ name, more: mode, link: linkTo("knowledge", name), to })),
    },
    {
      title: "Sources",
      nodes: sources.map(({ name, kind, index }) => ({ name, more: kind, to: index === null ? [] : [index] })),
    },
    {
      title: "Indexes",
      nodes: used.map((name) => {
        const index = indexes.find((each) => each.name === name);
        const more = index === undefined ? "not there" : counted(index.documents, "document");
        return { name, more, link: linkTo("indexes", name), missing: index === undefined, to: [] };
      }),
    },
  ];
  const from = new Set([chosen ?? ""]);
  const lit = columns.map(({ nodes }) => {
    const names = nodes.filter(({ name }) => from.has(name));
    from.clear();
    for (const { to } of names) for (const name of to) from.add(name);
    return new Set(names.map(({ name }) => name));
  });
  const height = step * Math.max(...columns.map(({ nodes }) => nodes.length));
  return (
    <div class="graph">
      {columns.map(({ title, nodes }, at) => (
        <>
          <div class="nodes" key={title}>
            <h3>{title}</h3>
            {nodes.map(({ name, more, link, missing }) => (
              <a
                key={name}
                class={`node${lit[at]!.has(name) ? " lit" : ""}${missing ? " missing" : ""}`}
                {...(link !== undefined && { href: link })}
                aria-current={at === 0 && name === chosen ? "true" : undefined}
              >
                <Name>{name}</Name>
                <span class="more">{more}</span>
              </a>
            ))}
          </div>
          {at < 2 && (
            <svg
              key={`${title}-edges`}
              viewBox={`0 0 100 ${height}`}
              preserveAspectRatio="none"
              height={height}
              aria-hidden="true"
            >
              {nodes.flatMap(({ name, to }, row) =>
                to.map((target) => {
                  const end = columns[at + 1]!.nodes.findIndex((each) => each.name === target);
                  if (end < 0) return null;
                  const [y1, y2] = [row, end].map((each) => each * step + (step - 12) / 2);
                  return (
                    <path
                      key={`${name} ${target}`}
                      class={lit[at]!.has(name) ? "lit" : ""}
                      d={`M0 ${y1}C50 ${y1} 50 ${y2} 100 ${y2}`}
                    />
                  );
                }),
              )}
            </svg>
          )}
        </>
      ))}
    </div>
  );
}

function Question({ base }: { base: string }): VNode {
  const [query, setQuery] = useState("");
  const [reply, setReply] = useState<Answer | undefined>();
  const [mistake, setMistake] = useState("");
  const ask = (): void => {
    send<Answer>(`knowledgebases/${encodeURIComponent(base)}/query`, { query }).then(
      (answer) => {
        setReply(answer);
        setMistake("");
      },
      (error: Error) => setMistake(error.message),
    );
  };
  return (
    <div class="card question">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (query.trim() !== "") ask();
        }}
      >
        <label class="grow">
          <span>
            A question to <Name>{base}</Name>
          </span>
          <input type="text" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
        </label>
        <button type="submit" class="main">
          Ask
        </button>
      </form>
      {mistake !== "" && (
        <p class="mistake" role="alert">
          {mistake}
        </p>
      )}
      {reply !== undefined && (
        <div class="answer" aria-live="polite">
          <p>
            <bdi>{reply.answer}</bdi>
          </p>
          <ol class="hits">
            {reply.sources.map(({ id, content, relevanceScore }) => (
              <li key={id}>
                <details>
                  <summary>
                    <span class="key-text">
                      <Name>{id}</Name>
                    </span>
                    <span class="preview">
                      <Name>{content.slice(0, 300)}</Name>
                    </span>
                    <Score value={relevanceScore} most={1} />
                  </summary>
                  <p>
                    <bdi>{content}</bdi>
                  </p>
                </details>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}
