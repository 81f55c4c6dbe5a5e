import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { IndexRow } from "../../search";
import { get, linkTo, useAnswer, type ViewProps } from "../live";
import { List } from "../list";
import { Empty, Json, Name, Section, Table, Title, counted } from "../parts";
import { Search } from "./search";

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
