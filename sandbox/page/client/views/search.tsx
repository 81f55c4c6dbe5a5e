import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SearchAnswer, ShownHit } from "../../search";
import { send } from "../live";
import { Choice, Empty, Json, Name, Score, Section } from "../parts";

const ways = ["words", "meaning", "both"] as const;

/** A search box, and what it finds with its scores; a hit leads to its nearest neighbours. */
export function Search({ name, documents, vectors }: { name: string; documents: number; vectors: string[] }): VNode {
  const [text, setText] = useState("");
  const [by, setBy] = useState<(typeof ways)[number]>("words");
  const [near, setNear] = useState<{ key: string; field: string } | undefined>();
  const [result, setResult] = useState<SearchAnswer | undefined>();
  const [mistake, setMistake] = useState("");
  const turns = useRef(0);
  const ask = (): void => {
    const turn = ++turns.current;
    const body = near === undefined ? { search: text, by } : { near };
    // The answer to the last question stands, whichever comes last.
    send<SearchAnswer>(`indexes/${encodeURIComponent(name)}/search`, body).then(
      (answer) => {
        if (turn !== turns.current) return;
        setResult(answer);
        setMistake("");
      },
      (error: Error) => turn === turns.current && setMistake(error.message),
    );
  };
  useEffect(ask, [name, documents, by, near]);
  const most = Math.max(0, ...(result?.hits ?? []).map(({ score }) => score));
  return (
    <Section text={near === undefined ? "Search" : "Neighbours"} {...(result && { count: result.count })}>
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
      {result?.hits.length === 0 && (
        <Empty text={documents === 0 ? "The index has no documents." : "Nothing was found."} />
      )}
      <ol class="hits">
        {result?.hits.map((hit) => (
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
