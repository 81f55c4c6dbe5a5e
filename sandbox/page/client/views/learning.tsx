import type { VNode } from "preact";
import type { Deployment, Endpoint, Workspace } from "../../ml";
import { linkTo, type ViewProps } from "../live";
import { List } from "../list";
import { Chip, Empty, Name, Section, Table, Title, counted } from "../parts";

/** The workspaces, and all that is in the chosen one. */
export function Learning({ state: { workspaces }, rest: [open] }: ViewProps): VNode {
  if (workspaces.length === 0)
    return (
      <>
        <Title text="Workspaces" />
        <Empty text="There is no workspace yet.">
          Declare one with <code>new mlplane.ml.Workspace(…)</code> and run <code>pulumi up</code>.
        </Empty>
      </>
    );
  const chosen = workspaces.find(({ id }) => id === open) ?? (workspaces.length === 1 ? workspaces[0] : undefined);
  if (workspaces.length === 1) return <Inside workspace={chosen!} />;
  return (
    <div class={`split${open === undefined ? "" : " opened"}`}>
      <List
        label="Workspaces"
        items={workspaces}
        row={44}
        keyOf={({ id }) => id}
        link={({ id }) => linkTo("workspaces", id)}
        selected={chosen?.id}
      >
        {({ name, state, endpoints }) => (
          <>
            <span class="path">
              <Name>{name}</Name>
            </span>
            <span class="from">{counted(endpoints.length, "endpoint")}</span>
            <Chip state={state} />
          </>
        )}
      </List>
      {chosen === undefined ? <Empty text="Choose a workspace." /> : <Inside workspace={chosen} many />}
    </div>
  );
}

function Inside({ workspace, many = false }: { workspace: Workspace; many?: boolean }): VNode {
  const { name, state, location, endpoints, computes, models, jobs } = workspace;
  return (
    <article class={many ? "detail" : ""}>
      {many && (
        <a class="back" href={linkTo("workspaces")}>
          All workspaces
        </a>
      )}
      <Title text={name}>
        <span class="more">{location}</span>
        <Chip state={state} />
      </Title>
      {endpoints.length + computes.length + models.length + jobs.length === 0 && (
        <Empty text="There is nothing in this workspace yet." />
      )}
      {endpoints.length > 0 && (
        <Section text="Endpoints" count={endpoints.length}>
          {endpoints.map((endpoint) => (
            <Traffic key={endpoint.name} endpoint={endpoint} />
          ))}
        </Section>
      )}
      {jobs.length > 0 && (
        <Section text="Jobs" count={jobs.length}>
          <Table
            head={["Job", "State", "Type", "Compute"]}
            rows={jobs.map((job) => ({
              key: job.name,
              cells: [<Name>{job.name}</Name>, <Chip state={job.state} />, job.type, <Name>{job.compute}</Name>],
            }))}
          />
        </Section>
      )}
      {models.length > 0 && (
        <Section text="Models" count={models.length}>
          <Table
            head={["Model", "Version", "Path"]}
            rows={models.map((model) => ({
              key: `${model.name}:${model.version}`,
              cells: [<Name>{model.name}</Name>, model.version, <Name>{model.path}</Name>],
            }))}
          />
        </Section>
      )}
      {computes.length > 0 && (
        <Section text="Computes" count={computes.length}>
          <Table
            head={["Compute", "State", "Type", "Size", "Nodes"]}
            rows={computes.map((compute) => ({
              key: compute.name,
              cells: [
                <Name>{compute.name}</Name>,
                <Chip state={compute.state} />,
                compute.type,
                <Name>{compute.size}</Name>,
                compute.nodes,
              ],
            }))}
          />
        </Section>
      )}
    </article>
  );
}

/** An endpoint: its traffic as one bar, mirrored traffic below it, and a line for each deployment. */
function Traffic({ endpoint: { name, state, auth, deployments } }: { endpoint: Endpoint }): VNode {
  const live = deployments.filter((each) => each.live > 0);
  const mirrored = deployments.filter((each) => each.mirror > 0);
  const colour = (deployment: Deployment): string => `c${deployments.indexOf(deployment) % 6}`;
  return (
    <div class="endpoint card">
      <header>
        <h3>
          <Name>{name}</Name>
        </h3>
        <span class="more">{auth === "Key" ? "keys hidden" : auth}</span>
        <Chip state={state} />
      </header>
      <div
        class="traffic"
        role="img"
        aria-label={live.map((each) => `${each.name} ${each.live}%`).join(", ") || "no traffic"}
      >
        {live.map((each) => (
          <span key={each.name} class={colour(each)} style={{ width: `${each.live}%` }}>
            {each.live >= 8 && `${each.live}%`}
          </span>
        ))}
        {live.length === 0 && <span class="none">no live traffic</span>}
      </div>
      {mirrored.length > 0 && (
        <div
          class="traffic mirror"
          role="img"
          aria-label={mirrored.map((each) => `${each.name} mirrors ${each.mirror}%`).join(", ")}
        >
          {mirrored.map((each) => (
            <span key={each.name} class={colour(each)} style={{ width: `${each.mirror}%` }} />
          ))}
        </div>
      )}
      <ul class="deployments">
        {deployments.map((each) => (
          <li key={each.name}>
            <span class={`key ${colour(each)}`} />
            <Name>{each.name}</Name>
            <span class="share">{each.live}%</span>
            {each.mirror > 0 && <span class="flag">mirror {each.mirror}%</span>}
            <span class="more">
              <Name>{each.instances}</Name>
            </span>
            <Chip state={each.state} />
          </li>
        ))}
      </ul>
    </div>
  );
}
