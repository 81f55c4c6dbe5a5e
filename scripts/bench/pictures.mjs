// The figures of the benchmark as pictures: small SVG files that follow the reader's choice of light or dark.

/**
 * CPU seconds of a command on a number of resources.
 * @typedef {{ command: string, way: string, count: number, cpu: number }} Cost
 *
 * A request, with the time at which it came in milliseconds.
 * @typedef {{ at: number, status?: number }} Call
 * @typedef {[number, number]} Point
 * @typedef {{ title: string, body: string }} Panel
 * @typedef {{ mark: string, text: string }} Key
 */

const style = `
text { font: 12px system-ui, -apple-system, "Segoe UI", "Open Sans", sans-serif; fill: #5b6675; }
.title { font-weight: 600; font-size: 13px; fill: #1a2029; }
.ground { fill: #ffffff; stroke: #e1e5ea; }
.grid { stroke: #e1e5ea; }
.line { fill: none; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round; }
.nothing { stroke: #94a3b8; fill: #94a3b8; }
.mlplane { stroke: #4f46e5; fill: #4f46e5; }
.byHand { stroke: #d97706; fill: #d97706; }
.line.nothing, .line.mlplane, .line.byHand { fill: none; }
.refused { fill: #dc2626; }
.allowed { stroke: #94a3b8; stroke-dasharray: 4 4; }
@media (prefers-color-scheme: dark) {
  text { fill: #9aa5b4; }
  .title { fill: #e6eaf0; }
  .ground { fill: #171b21; stroke: #2a313b; }
  .grid { stroke: #2a313b; }
  .mlplane { stroke: #818cf8; fill: #818cf8; }
}`;

/** @type {Record<string, string>} */
const names = { nothing: "nothing (the engine alone)", mlplane: "mlplane", byHand: "by hand" };

/** The size of one panel, and the space around its plot. */
const panel = { width: 250, height: 190 };
const space = { left: 44, right: 14, top: 34, bottom: 30 };

/**
 * CPU seconds over the number of resources, a panel for each command and a line for each way.
 * @param {Cost[]} rows
 */
export function costPicture(rows) {
  const ways = Object.keys(names).filter((way) => rows.some((row) => row.way === way));
  const most = Math.max(...rows.map(({ count }) => count));
  const panels = unique(rows.map(({ command }) => command)).map((command) => {
    const own = rows.filter((row) => row.command === command);
    const axes = scales(most, Math.max(...own.map(({ cpu }) => cpu)));
    const lines = ways.map((way) => {
      const points = own.filter((row) => row.way === way).map(({ count, cpu }) => point(axes.x(count), axes.y(cpu)));
      const dots = points.map(([x, y]) => `<circle class="${way}" cx="${x}" cy="${y}" r="3"/>`).join("");
      return `<path class="line ${way}" d="${path(points)}"/>${dots}`;
    });
    return { title: `${command}: CPU seconds`, body: axes.grid + lines.join("") };
  });
  const legend = ways.map((way) => ({
    mark: `<rect class="${way}" y="-9" width="10" height="10" rx="2"/>`,
    text: names[way] ?? way,
  }));
  return picture("Cost over the number of resources", panels, legend);
}

/**
 * How many requests were answered over the seconds, a panel for each rate that the service allows.
 * @param {{ rate: number, requests: Call[] }[]} runs
 */
export function pacePicture(runs) {
  const panels = runs.map(({ rate, requests }) => {
    const sorted = requests.toSorted((a, b) => a.at - b.at);
    const start = sorted[0]?.at ?? 0;
    let done = 0;
    const dots = sorted.map(({ at, status }) => {
      const refused = status === 429 || status === 503;
      if (!refused) done += 1;
      return { seconds: (at - start) / 1000, done, refused };
    });
    const end = Math.max(1, ...dots.map(({ seconds }) => seconds));
    const axes = scales(end, Math.max(done, 1));
    const until = Math.min(end, done / rate);
    const most = path([point(axes.x(0), axes.y(0)), point(axes.x(until), axes.y(until * rate))]);
    const reached = path(dots.map((dot) => point(axes.x(dot.seconds), axes.y(dot.done))));
    const lines = `<path class="allowed" d="${most}"/><path class="line mlplane" d="${reached}"/>`;
    const refusals = dots
      .filter(({ refused }) => refused)
      .map((dot) => `<circle class="refused" cx="${axes.x(dot.seconds)}" cy="${axes.y(dot.done)}" r="3.5"/>`);
    return { title: `${rate} requests per second`, body: axes.grid + lines + refusals.join("") };
  });
  return picture("Requests answered over seconds", panels, [
    {
      mark: '<rect class="mlplane" y="-9" width="10" height="10" rx="2"/>',
      text: "mlplane, which is not told the rate",
    },
    { mark: '<path class="allowed" d="M-4 -4h16"/>', text: "all that the service allows" },
    { mark: '<circle class="refused" cx="5" cy="-4" r="3.5"/>', text: "refused" },
  ]);
}

/**
 * Panels beside each other with a legend below.
 * @param {string} label
 * @param {Panel[]} panels
 * @param {Key[]} legend
 */
function picture(label, panels, legend) {
  const height = panel.height + 54;
  let x = 24;
  const keys = legend.map(({ mark, text }) => {
    const key = `<g transform="translate(${x} ${height - 18})">${mark}<text x="16">${text}</text></g>`;
    x += 34 + text.length * 6.6;
    return key;
  });
  const drawn = panels.map(
    ({ title, body }, at) =>
      `<g transform="translate(${10 + at * panel.width} 6)">` +
      `<text class="title" x="${space.left}" y="20">${title}</text>${body}</g>`,
  );
  const width = Math.max(panels.length * panel.width + 20, x);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">` +
    `<style>${style}</style>` +
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>` +
    `${drawn.join("")}${keys.join("")}` +
    `<text x="${width - 24}" y="${height - 18}" text-anchor="end">${label}</text></svg>\n`
  );
}

/**
 * What puts numbers from 0 to `mostX` and `mostY` into a panel, and its grid with the numbers beside it.
 * @param {number} mostX
 * @param {number} mostY
 */
function scales(mostX, mostY) {
  const [stepX, stepY] = [step(mostX), step(mostY)];
  const [endX, endY] = [mostX * 1.03, Math.ceil(mostY / stepY) * stepY];
  const [wide, high] = [panel.width - space.left - space.right, panel.height - space.top - space.bottom];
  const x = (/** @type {number} */ value) => round(space.left + (value / endX) * wide);
  const y = (/** @type {number} */ value) => round(space.top + high - (value / endY) * high);
  const lines = ticks(endY, stepY).map(
    (value) =>
      `<path class="grid" d="M${x(0)} ${y(value)}h${wide}"/>` +
      `<text x="${space.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const below = ticks(mostX, stepX).map(
    (value) => `<text x="${x(value)}" y="${panel.height - 10}" text-anchor="middle">${value}</text>`,
  );
  return { x, y, grid: lines.join("") + below.join("") };
}

/**
 * A step of 1, 2 or 5 times a power of ten that divides a length into at most five.
 * @param {number} length
 */
function step(length) {
  const rough = length / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
}

/** @type {(end: number, by: number) => number[]} */
const ticks = (end, by) => Array.from({ length: Math.floor(end / by + 1e-9) + 1 }, (_, at) => round(at * by));
/** @type {(x: number, y: number) => Point} */
const point = (x, y) => [x, y];
/** @type {(points: Point[]) => string} */
const path = (points) => points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
/** @type {(value: number) => number} */
const round = (value) => Math.round(value * 100) / 100;
/** @type {(values: string[]) => string[]} */
const unique = (values) => [...new Set(values)];
