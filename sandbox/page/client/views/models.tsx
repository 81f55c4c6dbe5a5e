import type { VNode } from "preact";
import type { LocalModel } from "../../local";
import { useNow, type ViewProps } from "../live";
import { Chip, Name, Table, Title, spanText } from "../parts";

/** The models of the local service: not cached, cached, or loaded with the time that is left. */
export function Models({ state: { models, now }, readAt }: ViewProps): VNode {
  const time = now + useNow() - readAt;
  return (
    <>
      <Title text="Local models" />
      <Table
        head={["Model", "State", "Time left", "For", "Device", "Size"]}
        rows={models.map((model) => ({
          key: model.name,
          cells: [
            <Name>{model.name}</Name>,
            <Chip state={model.state} />,
            <Left model={model} time={time} />,
            model.task,
            model.device,
            <span class="number">{model.size.toLocaleString("en")} MB</span>,
          ],
        }))}
      />
    </>
  );
}

function Left({ model: { until, ttl }, time }: { model: LocalModel; time: number }): VNode {
  if (until === undefined || ttl === undefined) return <span class="more">–</span>;
  const left = Math.max(0, (until - time) / 1000);
  return (
    <span class="score">
      <span class="bar">
        <span class="fill" style={{ width: `${Math.min(100, (left / ttl) * 100)}%` }} />
      </span>
      <span class="number">{spanText(left)}</span>
    </span>
  );
}
