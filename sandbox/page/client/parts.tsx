import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";

const good = new Set(["Succeeded", "loaded", "Completed"]);
const bad = new Set(["Failed", "Canceled"]);

/** A state, with a dot in its colour. */
export function Chip({ state }: { state: string }): VNode {
  const tone = good.has(state) ? "good" : bad.has(state) ? "bad" : state.startsWith("not") ? "off" : "busy";
  return <span class={`chip ${state === "cached" ? "plain" : tone}`}>{state}</span>;
}

/** A heading of a view, with what belongs beside it. */
export function Title({ text, children }: { text: string; children?: ComponentChildren }): VNode {
  return (
    <header class="title">
      <h1>
        <bdi>{text}</bdi>
      </h1>
      <div class="beside">{children}</div>
    </header>
  );
}

/** A part of a view with a heading. */
export function Section({
  text,
  count,
  children,
}: {
  text: string;
  count?: number;
  children: ComponentChildren;
}): VNode {
  return (
    <section>
      <h2>
        {text}
        {count !== undefined && <span class="count">{count}</span>}
      </h2>
      {children}
    </section>
  );
}

/** What a view says when there is nothing to show, and what to do about it. */
export function Empty({ text, children }: { text: string; children?: ComponentChildren }): VNode {
  return (
    <div class="empty">
      <p>{text}</p>
      {children !== undefined && <p class="hint">{children}</p>}
    </div>
  );
}

/** A table that scrolls by itself where it is too wide. */
export function Table({ head, rows }: { head: string[]; rows: { key: string; cells: ComponentChildren[] }[] }): VNode {
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text}>{text}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={head[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A text that is somebody else's, which cannot change the direction of what stands around it. */
export function Name({ children }: { children: string }): VNode {
  return <bdi class="name">{children}</bdi>;
}

/** The characters of a text that are shown at first. */
const short = 2000;

/** A JSON value, or a text, as it is; a long one is shown in part until the reader wants all of it. */
export function Json({ value, label }: { value: unknown; label: string }): VNode {
  const [all, setAll] = useState(false);
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  return (
    <div class="json">
      <pre tabIndex={0} aria-label={label}>
        {all ? text : text.slice(0, short)}
        {!all && text.length > short && "…"}
      </pre>
      {text.length > short && (
        <button class="quiet" onClick={() => setAll(!all)}>
          {all ? "Show less" : `Show all ${text.length.toLocaleString("en")} characters`}
        </button>
      )}
    </div>
  );
}

/** A share from 0 to 1 as a bar with its number beside it. */
export function Score({ value, most }: { value: number; most: number }): VNode {
  return (
    <span class="score">
      <span class="bar">
        <span class="fill" style={{ width: `${most > 0 ? Math.max(0, Math.min(1, value / most)) * 100 : 0}%` }} />
      </span>
      <span class="number">{value.toFixed(4)}</span>
    </span>
  );
}

/** A choice of one among few. */
export function Choice<T extends string>(props: {
  label: string;
  options: readonly T[];
  value: T;
  onChange(value: NoInfer<T>): void;
}): VNode {
  const { label, options, value, onChange } = props;
  return (
    <div class="choice" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option} class={option === value ? "on" : ""}>
          <input type="radio" name={label} checked={option === value} onChange={() => onChange(option)} />
          {option}
        </label>
      ))}
    </div>
  );
}

/** A number of things in words: `1 endpoint`, `2 endpoints`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** A time of day. */
export const clockText = (time: number): string => new Date(time).toLocaleTimeString("en-GB");

/** Seconds as a person says them: `9 min 5 s`. */
export function spanText(seconds: number): string {
  const units: [number, string][] = [
    [86_400, "d"],
    [3600, "h"],
    [60, "min"],
    [1, "s"],
  ];
  let left = Math.max(0, Math.round(seconds));
  const parts = units.flatMap(([size, unit]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.slice(0, 2).join(" ") || "0 s";
}
