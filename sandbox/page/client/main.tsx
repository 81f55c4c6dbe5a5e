import { type VNode, render } from "preact";
import { type Live, type ViewProps, linkTo, useLive, useNow, useRoute } from "./live";
import { Empty, clockText } from "./parts";
import { Control } from "./views/control";
import { Indexes } from "./views/indexes";
import { Knowledge } from "./views/knowledge";
import { Learning } from "./views/learning";
import { Models } from "./views/models";
import { Overview } from "./views/overview";
import { Requests } from "./views/requests";

interface View {
  path: string;
  text: string;
  /** How many things the view shows. */
  count?(live: Live): number | undefined;
  show(props: ViewProps): VNode;
}

const views: View[] = [
  { path: "", text: "Overview", show: Overview },
  { path: "workspaces", text: "Workspaces", count: ({ state }) => state?.workspaces.length, show: Learning },
  { path: "indexes", text: "Indexes", count: ({ state }) => state?.indexes.length, show: Indexes },
  { path: "knowledge", text: "Knowledge", count: ({ state }) => state?.bases.length, show: Knowledge },
  {
    path: "models",
    text: "Local models",
    count: ({ state }) => state?.models.filter((model) => model.state === "loaded").length,
    show: Models,
  },
  { path: "requests", text: "Requests", count: ({ requests }) => requests.length, show: Requests },
  { path: "control", text: "Control", count: ({ state }) => state?.faults.length, show: Control },
];

function Page(): VNode {
  const live = useLive();
  const [path = "", ...rest] = useRoute();
  const view = views.find((each) => each.path === path) ?? views[0]!;
  const { state } = live;
  return (
    <div class="frame">
      <nav aria-label="Views">
        <a class="brand" href="#/">
          mlplane <span>sandbox</span>
        </a>
        <div class="views">
          {views.map((each) => (
            <a
              key={each.path}
              ref={(link) => {
                if (each === view) link?.scrollIntoView({ block: "nearest", inline: "nearest" });
              }}
              href={linkTo(each.path)}
              aria-current={each === view ? "page" : undefined}
            >
              {each.text}
              {!!each.count?.(live) && <span class="count">{each.count(live)}</span>}
            </a>
          ))}
        </div>
        <Pulse {...live} />
      </nav>
      <main key={view.path}>
        {state === undefined ? (
          <Empty text={live.connected ? "Asking the sandbox …" : "The sandbox does not answer."} />
        ) : (
          <view.show {...live} state={state} rest={rest} />
        )}
      </main>
    </div>
  );
}

/** Whether the page follows the sandbox, and the sandbox's time. */
function Pulse({ state, connected, readAt }: Live): VNode {
  const now = useNow();
  return (
    <div class="pulse" role="status">
      <span class={`chip ${connected ? "good" : "bad"}`}>{connected ? "live" : "not connected"}</span>
      {state !== undefined && (
        <time title="The sandbox's time" class={state.advanced > 2000 ? "ahead" : ""}>
          {clockText(state.now + now - readAt)}
        </time>
      )}
    </div>
  );
}

render(<Page />, document.getElementById("page")!);
