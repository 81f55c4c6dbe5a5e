import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface ListProps<T> {
  label: string;
  items: T[];
  /** The height of a row in pixels. */
  row: number;
  keyOf(item: T): string | number;
  /** The address that a row opens. */
  link(item: T): string;
  /** Which row is open. */
  selected: string | number | undefined;
  children(item: T): ComponentChildren;
}

/** A list of any length: only the rows in sight are there. Arrow keys, Home and End move, Enter opens. */
export function List<T>({ label, items, row, keyOf, link, selected, children }: ListProps<T>): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState<string | number | undefined>(selected);
  const measure = (): void => {
    if (box.current !== null) setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  };
  useEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);

  const from = Math.max(0, Math.floor(view.top / row) - 8);
  const visible = items.slice(from, Math.ceil((view.top + view.height) / row) + 8);
  const at = items.findIndex((item) => keyOf(item) === active);
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, to));
    const item = items[next];
    if (item === undefined || box.current === null) return;
    setActive(keyOf(item));
    const { scrollTop, clientHeight } = box.current;
    if (next * row < scrollTop) box.current.scrollTop = next * row;
    else if ((next + 1) * row > scrollTop + clientHeight) box.current.scrollTop = (next + 1) * row - clientHeight;
  };
  const page = Math.max(1, Math.floor(view.height / row) - 1);
  const steps: Record<string, () => void> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at < 0 ? 0 : at - 1),
    PageDown: () => move(at + page),
    PageUp: () => move(at - page),
    Home: () => move(0),
    End: () => move(items.length - 1),
    Enter: () => items[at] !== undefined && (location.hash = link(items[at])),
  };
  const idOf = (key: string | number): string => `${label.replaceAll(/\W/g, "-")}-${key}`;
  return (
    <div
      class="list"
      ref={box}
      role="listbox"
      aria-label={label}
      aria-activedescendant={at < 0 ? undefined : idOf(keyOf(items[at]!))}
      tabIndex={0}
      onScroll={measure}
      onKeyDown={(event: KeyboardEvent) => {
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        step();
      }}
    >
      <div class="list-all" style={{ height: `${items.length * row}px` }}>
        {visible.map((item, position) => {
          const key = keyOf(item);
          return (
            <a
              key={key}
              id={idOf(key)}
              role="option"
              aria-selected={key === selected}
              aria-setsize={items.length}
              aria-posinset={from + position + 1}
              tabIndex={-1}
              class={`row${key === active ? " active" : ""}`}
              href={link(item)}
              onClick={() => setActive(key)}
              style={{ top: `${(from + position) * row}px`, height: `${row}px` }}
            >
              {children(item)}
            </a>
          );
        })}
      </div>
    </div>
  );
}
