// Plots as SVG: pure functions from data to an element. Marks, dashes and hatching tell the series apart, colour only helps.

import { NAMESPACE, round, svg } from "./svg.js";

const FONT = 13;
const LETTER = 7.2;
const COLOURS = ["#0072B2", "#B34700", "#007A5A", "#A3487F", "#8A6100", "#2C7FB0", "#5F5F5F", "#000000", "#6B6500"];
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2", "1 4", "6 6", "14 3 3 3"];
const MARKS = ["circle", "square", "triangle", "diamond", "down", "cross", "plus", "ring", "bar"];
const HATCHES = ["solid", "rising", "dots", "crossed", "level", "falling", "upright", "grid", "sparse"];
let names = 0;

/** @import { Attributes, Child } from "./svg.js" */

/**
 * @typedef {object} Frame what every plot has
 * @property {string} title
 * @property {string} description what the plot shows, in words
 * @property {string} across the name of the horizontal axis
 * @property {number} [width]
 */

/** @typedef {ReturnType<typeof scale>} Scale */
/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ name: string, points: Point[], style?: number }} Series `style` is its colour, mark and hatching, by its place unless given */

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {Attributes} [more]
 */
const text = (x, y, words, more = {}) => svg("text", { x, y, ...more }, words);

/**
 * A number for people: "18,297", or "1.2M" where it is to be short.
 * @param {number} number
 */
export function readable(number, short = false) {
  if (short && number >= 1e6) return `${(number / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })}M`;
  return number.toLocaleString("en", { maximumFractionDigits: number < 10 ? 2 : 0 });
}

/**
 * A plot's frame: an image with a title, and a description for those who cannot see it.
 * @param {{ title: string, description: string }} about
 * @param {number} width
 * @param {number} height
 */
function frame({ title, description }, width, height) {
  const name = `plot-${++names}`;
  const plot = svg(
    "svg",
    {
      xmlns: NAMESPACE, class: "plot", viewBox: `0 0 ${round(width)} ${round(height)}`, width, height, role: "img",
      "aria-labelledby": `${name}-title ${name}-desc`, "font-size": FONT, "font-family": "system-ui, 'DejaVu Sans', sans-serif",
      fill: "currentColor",
    },
    svg("title", { id: `${name}-title` }, title),
    svg("desc", { id: `${name}-desc` }, description),
  );
  return plot;
}

/**
 * A scale from values to places, with ticks: by powers of ten, or in even steps from 0.
 * @param {number} low
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @param {boolean} log
 */
export function scale(low, high, from, to, log) {
  if (log) {
    const bottom = Math.floor(Math.log10(Math.max(1, low)) + 1e-9);
    const top = Math.max(bottom + 1, Math.ceil(Math.log10(Math.max(1, high)) - 1e-9));
    const place = (/** @type {number} */ value) => from + ((Math.log10(Math.max(1, value)) - bottom) / (top - bottom)) * (to - from);
    const every = Math.ceil((top - bottom) / 8);
    const ticks = [];
    for (let power = bottom; power <= top; power += every) ticks.push(10 ** power);
    return { place, ticks };
  }
  const step = niceStep((high - low) / 5 || 1);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(high / step - 1e-9) * step);
  const place = (/** @type {number} */ value) => from + ((value - bottom) / (top - bottom)) * (to - from);
  const ticks = [];
  for (let tick = bottom; tick <= top + step / 2; tick += step) ticks.push(Math.round(tick * 1e6) / 1e6);
  return { place, ticks };
}

/** @param {number} rough */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough - 1e-12) ?? 10 * power;
}

/**
 * The mark of a series at a place.
 * @param {number} series
 * @param {number} x
 * @param {number} y
 */
function mark(series, x, y, size = 4.5) {
  const path = (/** @type {string} */ d, more = {}) => svg("path", { d, fill: "currentColor", ...more });
  const lines = { fill: "none", stroke: "currentColor", "stroke-width": 2 };
  const [l, r, t, b] = [x - size, x + size, y - size, y + size].map(round);
  switch (MARKS[series % MARKS.length]) {
    case "square": return path(`M${l} ${t}H${r}V${b}H${l}Z`);
    case "triangle": return path(`M${round(x)} ${t}L${r} ${b}H${l}Z`);
    case "down": return path(`M${round(x)} ${b}L${r} ${t}H${l}Z`);
    case "diamond": return path(`M${round(x)} ${round(y - size * 1.3)}L${round(x + size * 1.3)} ${round(y)}L${round(x)} ${round(y + size * 1.3)}L${round(x - size * 1.3)} ${round(y)}Z`);
    case "cross": return path(`M${l} ${t}L${r} ${b}M${l} ${b}L${r} ${t}`, lines);
    case "plus": return path(`M${round(x)} ${t}V${b}M${l} ${round(y)}H${r}`, lines);
    case "bar": return path(`M${round(x)} ${t}V${b}`, { ...lines, "stroke-width": 3 });
    case "ring": return svg("circle", { cx: x, cy: y, r: size, ...lines });
    default: return svg("circle", { cx: x, cy: y, r: size });
  }
}

/** @type {Record<string, () => SVGElement[]>} what is repeated in each kind of hatching */
const HATCHED = {
  rising: () => [line("M-1 9L9 -1M-2 2L2 -2M6 10L10 6")],
  falling: () => [line("M-1 -1L9 9M6 -2L10 2M-2 6L2 10")],
  dots: () => [svg("circle", { cx: 2, cy: 2, r: 1.4 }), svg("circle", { cx: 6, cy: 6, r: 1.4 })],
  crossed: () => [line("M0 0L8 8M8 0L0 8")],
  level: () => [line("M0 2H8M0 6H8")],
  upright: () => [line("M2 0V8M6 0V8")],
  grid: () => [line("M4 0V8M0 4H8")],
  sparse: () => [svg("circle", { cx: 4, cy: 4, r: 2 })],
};

/** @param {string} d */
function line(d) {
  return svg("path", { d, stroke: "currentColor", "stroke-width": 2, fill: "none" });
}

/**
 * A pattern of the series' colour, to be put inside the group that has it, and how to fill with it.
 * @param {number} series
 */
function hatch(series) {
  const kind = HATCHES[series % HATCHES.length];
  if (kind === "solid") return { pattern: null, fill: "currentColor" };
  const id = `hatch-${++names}`;
  const pattern = svg("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse" }, HATCHED[kind]());
  return { pattern, fill: `url(#${id})` };
}

/**
 * A legend in as many lines as it needs; returns its group and its height.
 * @param {{ name: string, className: string, sample: (x: number, y: number) => Child | Child[] }[]} items
 * @param {number} left
 * @param {number} right
 * @param {number} top
 */
function legend(items, left, right, top) {
  const group = svg("g", { class: "keys" });
  let [x, y] = [left, top];
  for (const { name, sample, className } of items) {
    const wide = 34 + name.length * LETTER + 14;
    if (x > left && x + wide > right) [x, y] = [left, y + 20];
    group.append(svg("g", { class: className }, sample(x, y)), text(x + 34, y + 4.5, name));
    x += wide;
  }
  return { group, height: items.length ? y - top + 24 : 0 };
}

/**
 * Lines over depths on a log axis, with dashed guides.
 * @param {Frame & { up: string, series: Series[], guides?: (Series & { dash: string })[] }} what
 */
export function linePlot({ title, description, across, up, series, guides = [], width = 640 }) {
  const left = 92;
  const right = width - 16;
  const items = [
    ...series.map(({ name, style }, place) => {
      const index = style ?? place;
      return {
        name, className: `s${index % COLOURS.length}`,
        sample: (/** @type {number} */ x, /** @type {number} */ y) => [svg("path", { d: `M${round(x)} ${round(y)}h28`, stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": DASHES[index % DASHES.length] }), mark(index, x + 14, y)],
      };
    }),
    ...guides.map(({ name, dash }) => ({
      name, className: "guide",
      sample: (/** @type {number} */ x, /** @type {number} */ y) => svg("path", { d: `M${round(x)} ${round(y)}h28`, stroke: "currentColor", "stroke-dasharray": dash }),
    })),
  ];
  const shown = legend(items, left, right, 18);
  const [top, bottom] = [shown.height + 18, shown.height + 18 + Math.min(300, Math.max(200, width * 0.5))];
  const all = [...series, ...guides].flatMap(({ points }) => points);
  const xs = all.map(([x]) => x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const xAt = (/** @type {number} */ x) => (most === least ? (left + right) / 2 : left + 12 + ((x - least) / (most - least)) * (right - left - 24));
  const y = scale(Math.min(...all.map((p) => p[1])), Math.max(...all.map((p) => p[1])), bottom, top, true);
  const plot = frame({ title, description }, width, bottom + 48);
  plot.append(shown.group, grid(y, left, right), axisNames(across, up, { left, right, top, bottom }));
  const steps = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const every = Math.ceil(steps.length / Math.max(2, (right - left) / 34));
  steps.filter((_, index) => index % every === 0).forEach((x) => plot.append(text(xAt(x), bottom + 18, readable(x), { "text-anchor": "middle" })));
  const path = (/** @type {Point[]} */ points) => points.map(([x, value], index) => `${index ? "L" : "M"}${round(xAt(x))} ${round(y.place(value))}`).join("");
  for (const { points, dash } of guides) {
    plot.append(svg("g", { class: "guide" }, svg("path", { d: path(points), fill: "none", stroke: "currentColor", "stroke-dasharray": dash })));
  }
  series.forEach(({ name, points, style }, place) => {
    const index = style ?? place;
    plot.append(
      svg(
        "g",
        { class: `s${index % COLOURS.length}` },
        svg("path", { d: path(points), fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": DASHES[index % DASHES.length] }),
        points.map(([x, value]) => svg("g", {}, svg("title", {}, `${name}, ${across} ${x}: ${readable(value)}`), mark(index, xAt(x), y.place(value)))),
      ),
    );
  });
  return plot;
}

/**
 * @param {Scale} y
 * @param {number} left
 * @param {number} right
 */
function grid(y, left, right, words = (/** @type {number} */ tick) => readable(tick, true)) {
  return svg(
    "g",
    { class: "grid" },
    y.ticks.flatMap((tick) => [
      svg("path", { d: `M${round(left)} ${round(y.place(tick))}H${round(right)}`, class: "rule" }),
      text(left - 8, y.place(tick) + 4.5, words(tick), { "text-anchor": "end" }),
    ]),
  );
}

/**
 * @param {string} across
 * @param {string} up
 * @param {{ left: number, right: number, top: number, bottom: number }} area
 */
function axisNames(across, up, { left, right, top, bottom }) {
  const middle = (top + bottom) / 2;
  return svg(
    "g",
    { class: "axis" },
    text((left + right) / 2, bottom + 38, across, { "text-anchor": "middle" }),
    text(14, middle, up, { "text-anchor": "middle", transform: `rotate(-90 14 ${round(middle)})` }),
  );
}

/**
 * Horizontal bars, one below the other, on a log axis unless told. `low` and `high` are drawn as a whisker; `note` stands behind the number.
 * @param {Frame & { bars: { name: string, value: number, low?: number, high?: number, note?: string, style?: number }[], log?: boolean }} what
 */
export function barChart({ title, description, across, bars, width = 640, log = true }) {
  const left = Math.max(...bars.map(({ name }) => name.length)) * LETTER + 24;
  const words = bars.map(({ value, note }) => readable(value) + (note ? ` ${note}` : ""));
  const right = width - Math.max(...words.map((each) => each.length)) * LETTER - 16;
  const bottom = 12 + bars.length * 34;
  const values = bars.flatMap(({ value, low = value, high = value }) => [value, low, high]);
  const x = scale(log ? 1 : 0, Math.max(10, ...values), left, Math.max(left + 60, right), log);
  const plot = frame({ title, description }, width, bottom + 46);
  plot.append(under(x, 8, bottom, across));
  bars.forEach(({ name, value, low, high, note, style = 0 }, index) => {
    const y = 12 + index * 34;
    const end = x.place(value);
    plot.append(
      text(left - 10, y + 18, name, { "text-anchor": "end" }),
      svg("g", { class: `s${style % COLOURS.length}` }, svg("title", {}, `${name}: ${words[index]}`), svg("rect", { x: left, y: y + 3, width: Math.max(value ? 2 : 0, end - left), height: 20, "fill-opacity": note ? 0.45 : undefined })),
      low !== undefined && high !== undefined && low < high
        ? svg("path", { class: "whisker", fill: "none", stroke: "currentColor", "stroke-width": 1.5, d: `M${round(x.place(low))} ${y + 13}H${round(x.place(high))}M${round(x.place(low))} ${y + 8}v10M${round(x.place(high))} ${y + 8}v10` })
        : "",
      text(Math.max(end, high ? x.place(high) : 0) + 8, y + 18, words[index]),
    );
  });
  return plot;
}

/**
 * The ticks and the name of a horizontal axis.
 * @param {Scale} x
 * @param {number} top
 * @param {number} bottom
 * @param {string} across
 */
function under(x, top, bottom, across) {
  let free = -Infinity;
  return svg(
    "g",
    { class: "grid" },
    x.ticks.flatMap((tick) => {
      const at = x.place(tick);
      const words = readable(tick, true);
      const room = (words.length * LETTER) / 2;
      const fits = at - room > free;
      if (fits) free = at + room + 6;
      return [svg("path", { d: `M${round(at)} ${round(top)}V${round(bottom)}`, class: "rule" }), fits && text(at, bottom + 18, words, { "text-anchor": "middle" })];
    }),
    text((x.place(x.ticks[0]) + x.place(x.ticks[x.ticks.length - 1])) / 2, bottom + 38, across, { "text-anchor": "middle", class: "axis" }),
  );
}

/**
 * Groups of upright bars side by side, from 0; each series has one value for each group.
 * @param {Frame & { up: string, groups: string[], series: { name: string, values: number[], style?: number }[], words?: (value: number) => string }} what
 */
export function groupedBars({ title, description, across, up, groups, series, words = readable, width = 640 }) {
  const left = 72;
  const right = width - 12;
  const items = series.map(({ name, style: given }, index) => {
    const style = given ?? index;
    const { pattern, fill } = hatch(style);
    return { name, className: `s${style % COLOURS.length}`, sample: (/** @type {number} */ x, /** @type {number} */ y) => [pattern, svg("rect", { x, y: y - 7, width: 26, height: 14, fill, stroke: "currentColor" })] };
  });
  const shown = legend(items, left, right, 18);
  const [top, bottom] = [shown.height + 18, shown.height + 18 + Math.min(280, Math.max(190, width * 0.45))];
  const y = scale(0, Math.max(...series.flatMap(({ values }) => values), 0), bottom, top, false);
  const plot = frame({ title, description }, width, bottom + 48);
  plot.append(shown.group, grid(y, left, right, words), axisNames(across, up, { left, right, top, bottom }));
  const room = (right - left) / groups.length;
  const thick = Math.min(26, (room * 0.84) / series.length);
  groups.forEach((group, number) => plot.append(text(left + (number + 0.5) * room, bottom + 18, group, { "text-anchor": "middle" })));
  series.forEach(({ name, values, style: given }, index) => {
    const style = given ?? index;
    const { pattern, fill } = hatch(style);
    plot.append(
      svg(
        "g",
        { class: `s${style % COLOURS.length}` },
        pattern,
        values.map((value, number) => {
          const x = left + (number + 0.5) * room + (index - series.length / 2) * thick;
          const at = y.place(value);
          return svg("g", {}, svg("title", {}, `${name}, ${groups[number]}: ${words(value)}`), svg("rect", { x: x + 1, y: at, width: Math.max(1, thick - 2), height: Math.max(0, bottom - at), fill, stroke: "currentColor" }));
        }),
      ),
    );
  });
  return plot;
}

/**
 * Upright bars, each of parts on top of each other: as they are, or with `shares` as percentages of their bar.
 * @param {Frame & { up: string, bars: string[], parts: { name: string, values: number[], style: number }[], shares?: boolean }} what
 */
export function stackedBars({ title, description, across, up, bars, parts, shares = false, width = 640 }) {
  const left = 92;
  const right = width - 12;
  const filled = parts.map((part) => ({ ...part, ...hatch(part.style), className: `s${part.style % COLOURS.length}` }));
  const items = filled.map(({ name, className, fill }) => ({
    name, className, sample: (/** @type {number} */ x, /** @type {number} */ y) => svg("rect", { x, y: y - 7, width: 26, height: 14, fill, stroke: "currentColor" }),
  }));
  const shown = legend(items, left, right, 18);
  const [top, bottom] = [shown.height + 18, shown.height + 18 + Math.min(280, Math.max(190, width * 0.45))];
  const totals = bars.map((_, bar) => parts.reduce((sum, { values }) => sum + values[bar], 0));
  const y = scale(0, shares ? 100 : Math.max(...totals), bottom, top, false);
  const plot = frame({ title, description }, width, bottom + 48);
  plot.append(shown.group, grid(y, left, right, shares ? (tick) => `${tick}%` : undefined), axisNames(across, up, { left, right, top, bottom }));
  const room = (right - left) / bars.length;
  const thick = Math.min(60, room * 0.84);
  const every = Math.ceil(bars.length / Math.max(2, (right - left) / 30));
  const heights = bars.map(() => 0);
  bars.forEach((bar, number) => number % every === 0 && plot.append(text(left + (number + 0.5) * room, bottom + 18, bar, { "text-anchor": "middle" })));
  filled.forEach(({ name, values, pattern, fill, className }) => {
    const pieces = values.map((value, bar) => {
      const [from, to] = [heights[bar], heights[bar] + (shares ? (100 * value) / (totals[bar] || 1) : value)].map(y.place);
      heights[bar] += shares ? (100 * value) / (totals[bar] || 1) : value;
      const words = `${name}, ${across} ${bars[bar]}: ${readable(value)} of ${readable(totals[bar])}`;
      return value > 0 && svg("g", {}, svg("title", {}, words), svg("rect", { x: left + (bar + 0.5) * room - thick / 2, y: to, width: thick, height: Math.max(0.5, from - to), fill, stroke: "currentColor" }));
    });
    plot.append(svg("g", { class: className }, pattern, pieces));
  });
  return plot;
}

/** @typedef {Api.SpreadView & { name: string, sample?: (number | null)[], style?: number }} BoxData */

/**
 * Horizontal boxes from quartile to quartile, with whiskers to the ends, over a strip of single marks, on a log axis.
 * @param {Frame & { boxes: BoxData[] }} what
 */
export function boxPlot({ title, description, across, boxes, width = 640 }) {
  const left = Math.max(...boxes.map(({ name }) => name.length)) * LETTER + 24;
  const right = width - 40;
  const tall = 46;
  const bottom = 12 + boxes.length * tall;
  const x = scale(Math.min(...boxes.map(({ least }) => least)), Math.max(...boxes.map(({ most }) => most)), left, right, true);
  const plot = frame({ title, description }, width, bottom + 46);
  plot.append(under(x, 8, bottom, across));
  boxes.forEach((box, index) => {
    const y = 12 + index * tall;
    const [least, lower, median, upper, most] = [box.least, box.lower, box.median, box.upper, box.most].map((each) => round(x.place(each)));
    plot.append(
      text(left - 10, y + 22, box.name, { "text-anchor": "end" }),
      svg(
        "g",
        { class: `s${(box.style ?? index) % COLOURS.length}` },
        svg("title", {}, `${box.name}: ${readable(box.least)} to ${readable(box.most)}, median ${readable(box.median)}`),
        svg("path", { d: `M${least} ${y + 17}H${lower}M${upper} ${y + 17}H${most}M${least} ${y + 11}v12M${most} ${y + 11}v12`, fill: "none", stroke: "currentColor", "stroke-width": 1.5 }),
        svg("rect", { x: Number(lower), y: y + 6, width: Math.max(1, Number(upper) - Number(lower)), height: 22, fill: "currentColor", "fill-opacity": 0.2, stroke: "currentColor", "stroke-width": 1.5 }),
        svg("path", { d: `M${median} ${y + 6}v22`, stroke: "currentColor", "stroke-width": 3.5 }),
        svg("g", { "fill-opacity": 0.6 }, (box.sample ?? []).filter((each) => each !== null).map((each, number) => svg("circle", { cx: x.place(each), cy: y + 35 + ((number * 5) % 3) * 2.5, r: 1.6 }))),
      ),
    );
  });
  return plot;
}

/**
 * The plot as a file of its own, light, with every colour written where it is used, since not every program reads styles.
 * @param {Element} element
 */
export function svgText(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  settle(copy, "#16181c");
  copy.removeAttribute("class");
  copy.querySelector("desc")?.after(svg("rect", { width: "100%", height: "100%", fill: "#ffffff" }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/**
 * Write the colours that the page's style gives into the attributes: the series' own, the grey of guides and rules.
 * @param {Element} element
 * @param {string} inherited
 */
function settle(element, inherited) {
  const kind = element.getAttribute("class") ?? "";
  const series = /^s(\d)$/.exec(kind);
  const colour = series ? COLOURS[Number(series[1])] : kind === "guide" ? "#555b66" : inherited;
  for (const name of ["fill", "stroke"]) if (element.getAttribute(name) === "currentColor") element.setAttribute(name, colour);
  if (series) element.setAttribute("fill", colour);
  if (kind === "rule") element.setAttribute("stroke", "#d4d7dd");
  for (const child of element.children) settle(child, colour);
}

/**
 * Rows of equal keys as CSV, quoted where they must be.
 * @param {Record<string, unknown>[]} rows
 */
export function csvText(rows) {
  if (!rows.length) return "";
  const cell = (/** @type {unknown} */ value) => {
    const words = value === null || value === undefined ? "" : String(value);
    return /[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
  };
  const heads = Object.keys(rows[0]);
  return [heads, ...rows.map((row) => heads.map((head) => row[head]))].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/**
 * Offer a text as a file.
 * @param {string} name
 * @param {string} words
 * @param {string} type
 */
export function download(name, words, type) {
  const url = URL.createObjectURL(new Blob([words], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
