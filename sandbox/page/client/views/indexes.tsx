import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { IndexRow, SearchAnswer, ShownHit } from "../../search";
import { get, linkTo, send, useAnswer } from "../live";
import { List } from "../list";
import type { ViewProps } from "../main";
import { Choice, Empty, Json, Name, Score, Section, Table, Title, counted } from "../parts";

/** The indexes, and the chosen one with its fields and a search box. */
export function Indexes({ state: { indexes }, rest: [open] }: ViewProps): VNode {
  const [text, setText] = useState("");
  if (indexes.length === 0)
    return (
      <>
        <Title text="Indexes" />
        <Empty text="There is no index yet.">
          Declare one with <code>new mlplane.search.Index(…)</code> and run <code>pulumi up</code>.
        </Empty>
      </>
    );
  const chosen = indexes.find(({ name }) => name === open);
  return (
    <>
      <Title text="Indexes">
        <input
          type="search"
          aria-label="Filter indexes"
          placeholder="Name"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Title>
      <div class={`split${open === undefined ? "" : " opened"}`}>
        <List
          label="Indexes"
          items={indexes.filter(({ name }) => name.includes(text.toLowerCase()))}
          row={44}
          keyOf={({ name }) => name}
          link={({ name }) => linkTo("indexes", name)}
          selected={chosen?.name}
        >
          {({ name, documents }) => (
            <>
              <span class="path">
                <Name>{name}</Name>
              </span>
              <span class="from">{counted(documents, "document")}</span>
            </>
          )}
        </List>
        {chosen !== undefined ? (
          <Inside key={chosen.name} index={chosen} />
        ) : (
          <Empty text={open === undefined ? "Choose an index." : "There is no such index any more."} />
        )}
      </div>
    </>
  );
}

/** A field as the definition has it. */
interface Field {
  name: string;
  type: string;
  fields?: Field[];
  [attribute: string]: unknown;
}

const attributes = ["key", "searchable", "filterable", "sortable", "facetable", "retrievable"];

function Inside({ index }: { index: IndexRow }): VNode {
  const { name, fields: count, documents, vectors } = index;
  const { answer: definition } = useAnswer(
    () => get<{ fields: Field[] }>(`indexes/${encodeURIComponent(name)}`),
    [name, count],
  );
  return (
    <article class="detail">
      <a class="back" href={linkTo("indexes")}>
        All indexes
      </a>
      <Title text={name}>
        <span class="more">
          {counted(documents, "document")}, {counted(count, "field")}
        </span>
      </Title>
      <Search name={name} documents={documents} vectors={vectors} />
      <Section text="Fields" count={count}>
        {definition !== undefined && (
          <Table
            head={["Field", "Type", "Attributes"]}
            rows={flat(definition.fields).map((field) => ({
              key: field.path,
              cells: [
                <Name>{field.path}</Name>,
                <code>{field.type.replaceAll("Edm.", "")}</code>,
                <span class="flags">
                  {attributes
                    .filter((each) => field[each] === true)
                    .map((each) => (
                      <span class="flag plain" key={each}>
                        {each}
                      </span>
                    ))}
                  {typeof field.dimensions === "number" && <span class="flag">{field.dimensions} dimensions</span>}
                </span>,
              ],
            }))}
          />
        )}
      </Section>
      {definition !== undefined && (
        <details>
          <summary>Definition</summary>
          <Json label="Definition" value={definition} />
        </details>
      )}
    </article>
  );
}

function flat(fields: Field[], prefix = ""): (Field & { path: string })[] {
  return fields.flatMap((field) => [
    { ...field, path: prefix + field.name },
    ...flat(field.fields ?? [], `${prefix}${field.name}/`),
  ]);
}

const ways = ["words", "meaning", "both"] as const;

/** A search box, and what it finds with its scores; a hit leads to its nearest neighbours. */
function Search({ name, documents, vectors }: { name: string; documents: number; vectors: string[] }): VNode {
  const [text, setText] = useState("");
  const [by, setBy] = useState<(typeof ways)[number]>("words");
  const [near, setNear] = useState<{ key: string; field: string } | undefined>();
  const [found, setFound] = useState<SearchAnswer | undefined>();
  const [mistake, setMistake] = useState("");
  const asked = useRef(0);
  const ask = (): void => {
    const turn = ++asked.current;
    const body = near === undefined ? { search: text, by } : { near };
    // The answer to the last question stands, whichever comes last.
    send<SearchAnswer>(`indexes/${encodeURIComponent(name)}/search`, body).then(
      (answer) => {
        if (turn !== asked.current) return;
        setFound(answer);
        setMistake("");
      },
      (error: Error) => turn === asked.current && setMistake(error.message),
    );
  };
  useEffect(ask, [name, documents, by, near]);
  const most = Math.max(0, ...(found?.hits ?? []).map(({ score }) => score));
  return (
    <Section text={near === undefined ? "Search" : "Neighbours"} {...(found && { count: found.count })}>
      {near === undefined ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <input
            class="grow"
            type="search"
            aria-label="Search this index"
            placeholder="All documents"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          {vectors.length > 0 && <Choice label="Search by" options={ways} value={by} onChange={setBy} />}
          <button type="submit" class="main">
            Search
          </button>
        </form>
      ) : (
        <p class="actions">
          <span>
            Nearest to <Name>{near.key}</Name> by <Name>{near.field}</Name>
          </span>
          <button class="quiet" onClick={() => setNear(undefined)}>
            Back to the search
          </button>
        </p>
      )}
      {mistake !== "" && (
        <p class="mistake" role="alert">
          {mistake}
        </p>
      )}
      {found?.hits.length === 0 && (
        <Empty text={documents === 0 ? "The index has no documents." : "Nothing was found."} />
      )}
      <ol class="hits">
        {found?.hits.map((hit) => (
          <Hit key={hit.key} hit={hit} most={most} vectors={vectors} show={setNear} />
        ))}
      </ol>
    </Section>
  );
}

function Hit(props: {
  hit: ShownHit;
  most: number;
  vectors: string[];
  show(near: { key: string; field: string }): void;
}): VNode {
  const { hit, most, vectors, show } = props;
  const { key, score, document } = hit;
  const preview = Object.values(document as Record<string, unknown>)
    .filter((value) => typeof value === "string" && value !== key)
    .join(" · ")
    .slice(0, 300);
  return (
    <li>
      <details>
        <summary>
          <span class="key-text">
            <Name>{key}</Name>
          </span>
          <span class="preview">
            <Name>{preview}</Name>
          </span>
          <Score value={score} most={most} />
        </summary>
        <Json label={`Document ${key}`} value={document} />
        {vectors.map((field) => (
          <button key={field} onClick={() => show({ key, field })}>
            Neighbours by {field}
          </button>
        ))}
      </details>
    </li>
  );
}
