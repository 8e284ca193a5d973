// @ts-nocheck
// Plots as SVG: pure functions from data to an element. Marks, dashes and hatching tell the series apart, colour only helps.

const NS = "http://www.w3.org/2000/svg";
const FONT = 13;
const LETTER = 7.2;
const COLOURS = ["#0072B2", "#B34700", "#007A5A", "#A3487F", "#8A6100", "#2C7FB0", "#5F5F5F", "#000000", "#6B6500"];
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2", "1 4", "6 6", "14 3 3 3"];
const MARKS = ["circle", "square", "triangle", "diamond", "down", "cross", "plus", "ring", "bar"];
const HATCHES = ["solid", "rising", "dots", "crossed", "level", "falling", "upright", "grid", "sparse"];
let names = 0;

/** An SVG element with attributes and children; a child may be text. */
function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== "") element.setAttribute(key, typeof value === "number" ? round(value) : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const round = (number) => String(Math.round(number * 100) / 100);
const text = (x, y, words, more = {}) => draw("text", { x, y, ...more }, words);

/** A number for people: "18,297", "1.2M" where it is to be short. */
export function readable(number, short = false) {
  if (short && number >= 1e6) return `${(number / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })}M`;
  return number.toLocaleString("en", { maximumFractionDigits: number < 10 ? 2 : 0 });
}

/** A plot's frame: an image with a title and a description for those who cannot see it. */
function frame({ title, description }, width, height) {
  const name = `plot-${++names}`;
  const svg = draw(
    "svg",
    {
      xmlns: NS, class: "plot", viewBox: `0 0 ${round(width)} ${round(height)}`, width, height, role: "img",
      "aria-labelledby": `${name}-title ${name}-desc`, "font-size": FONT, "font-family": "system-ui, 'DejaVu Sans', sans-serif",
      fill: "currentColor",
    },
    draw("title", { id: `${name}-title` }, title),
    draw("desc", { id: `${name}-desc` }, description),
  );
  return svg;
}

/** A scale from values to places, with ticks: by powers of ten, or even steps from 0. */
export function scale(low, high, from, to, log) {
  if (log) {
    const bottom = Math.floor(Math.log10(Math.max(1, low)) + 1e-9);
    const top = Math.max(bottom + 1, Math.ceil(Math.log10(Math.max(1, high)) - 1e-9));
    const place = (value) => from + ((Math.log10(Math.max(1, value)) - bottom) / (top - bottom)) * (to - from);
    const every = Math.ceil((top - bottom) / 8);
    const ticks = [];
    for (let power = bottom; power <= top; power += every) ticks.push(10 ** power);
    return { place, ticks };
  }
  const step = niceStep((high - low) / 5 || 1);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(high / step - 1e-9) * step);
  const place = (value) => from + ((value - bottom) / (top - bottom)) * (to - from);
  const ticks = [];
  for (let tick = bottom; tick <= top + step / 2; tick += step) ticks.push(Math.round(tick * 1e6) / 1e6);
  return { place, ticks };
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough - 1e-12);
}

/** The mark of a series at a place. */
function mark(series, x, y, size = 4.5) {
  const path = (d, more = {}) => draw("path", { d, fill: "currentColor", ...more });
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
    case "ring": return draw("circle", { cx: x, cy: y, r: size, ...lines });
    default: return draw("circle", { cx: x, cy: y, r: size });
  }
}

/** A pattern of the series' colour, to be put inside the group that has it; returns it and how to fill with it. */
function hatch(series) {
  const kind = HATCHES[series % HATCHES.length];
  if (kind === "solid") return { pattern: null, fill: "currentColor" };
  const id = `hatch-${++names}`;
  const line = (d) => draw("path", { d, stroke: "currentColor", "stroke-width": 2, fill: "none" });
  const drawn = {
    rising: [line("M-1 9L9 -1M-2 2L2 -2M6 10L10 6")],
    falling: [line("M-1 -1L9 9M6 -2L10 2M-2 6L2 10")],
    dots: [draw("circle", { cx: 2, cy: 2, r: 1.4 }), draw("circle", { cx: 6, cy: 6, r: 1.4 })],
    crossed: [line("M0 0L8 8M8 0L0 8")],
    level: [line("M0 2H8M0 6H8")],
    upright: [line("M2 0V8M6 0V8")],
    grid: [line("M4 0V8M0 4H8")],
    sparse: [draw("circle", { cx: 4, cy: 4, r: 2 })],
  }[kind];
  const pattern = draw("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse" }, drawn);
  return { pattern, fill: `url(#${id})` };
}

/** A legend in as many lines as it needs; returns its group and its height. */
function legend(items, left, right, top) {
  const group = draw("g", { class: "keys" });
  let [x, y] = [left, top];
  for (const { name, sample, className } of items) {
    const wide = 34 + name.length * LETTER + 14;
    if (x > left && x + wide > right) [x, y] = [left, y + 20];
    group.append(draw("g", { class: className }, sample(x, y)), text(x + 34, y + 4.5, name));
    x += wide;
  }
  return { group, height: items.length ? y - top + 24 : 0 };
}

/** Lines over depths on a log axis, with dashed guides. Series: { name, points: [[x, y], ...] }. */
export function linePlot({ title, description, across, up, series, guides = [], width = 640 }) {
  const left = 92;
  const right = width - 16;
  const items = [
    ...series.map(({ name }, index) => ({
      name, className: `s${index % COLOURS.length}`,
      sample: (x, y) => [draw("path", { d: `M${round(x)} ${round(y)}h28`, stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": DASHES[index % DASHES.length] }), mark(index, x + 14, y)],
    })),
    ...guides.map(({ name, dash }) => ({
      name, className: "guide",
      sample: (x, y) => draw("path", { d: `M${round(x)} ${round(y)}h28`, stroke: "currentColor", "stroke-dasharray": dash }),
    })),
  ];
  const shown = legend(items, left, right, 18);
  const [top, bottom] = [shown.height + 18, shown.height + 18 + Math.min(300, Math.max(200, width * 0.5))];
  const all = [...series, ...guides].flatMap(({ points }) => points);
  const xs = all.map(([x]) => x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const xAt = (x) => (most === least ? (left + right) / 2 : left + 12 + ((x - least) / (most - least)) * (right - left - 24));
  const y = scale(Math.min(...all.map((p) => p[1])), Math.max(...all.map((p) => p[1])), bottom, top, true);
  const svg = frame({ title, description }, width, bottom + 48);
  svg.append(shown.group, grid(y, left, right), axisNames(across, up, left, right, top, bottom));
  const steps = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const every = Math.ceil(steps.length / Math.max(2, (right - left) / 34));
  steps.filter((_, index) => index % every === 0).forEach((x) => svg.append(text(xAt(x), bottom + 18, readable(x), { "text-anchor": "middle" })));
  const path = (points) => points.map(([x, value], index) => `${index ? "L" : "M"}${round(xAt(x))} ${round(y.place(value))}`).join("");
  for (const { points, dash } of guides) {
    svg.append(draw("g", { class: "guide" }, draw("path", { d: path(points), fill: "none", stroke: "currentColor", "stroke-dasharray": dash })));
  }
  series.forEach(({ name, points }, index) => {
    svg.append(
      draw(
        "g",
        { class: `s${index % COLOURS.length}` },
        draw("path", { d: path(points), fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": DASHES[index % DASHES.length] }),
        points.map(([x, value]) => draw("g", {}, draw("title", {}, `${name}, ${across} ${x}: ${readable(value)}`), mark(index, xAt(x), y.place(value)))),
      ),
    );
  });
  return svg;
}

function grid(y, left, right, words = (tick) => readable(tick, true)) {
  return draw(
    "g",
    { class: "grid" },
    y.ticks.flatMap((tick) => [
      draw("path", { d: `M${round(left)} ${round(y.place(tick))}H${round(right)}`, class: "rule" }),
      text(left - 8, y.place(tick) + 4.5, words(tick), { "text-anchor": "end" }),
    ]),
  );
}

function axisNames(across, up, left, right, top, bottom) {
  const middle = (top + bottom) / 2;
  return draw(
    "g",
    { class: "axis" },
    text((left + right) / 2, bottom + 38, across, { "text-anchor": "middle" }),
    text(14, middle, up, { "text-anchor": "middle", transform: `rotate(-90 14 ${round(middle)})` }),
  );
}

/** Bars that lie, one below the other, on a log axis. Bars: { name, value, low, high, note }; `note` says what the bar does not. */
export function barChart({ title, description, across, bars, width = 640 }) {
  const left = Math.max(...bars.map(({ name }) => name.length)) * LETTER + 24;
  const words = bars.map(({ value, note }) => readable(value) + (note ? ` ${note}` : ""));
  const right = width - Math.max(...words.map((each) => each.length)) * LETTER - 16;
  const bottom = 12 + bars.length * 34;
  const values = bars.flatMap(({ value, low = value, high = value }) => [value, low, high]);
  const x = scale(1, Math.max(10, ...values), left, Math.max(left + 60, right), true);
  const svg = frame({ title, description }, width, bottom + 46);
  svg.append(under(x, 8, bottom, across, width));
  bars.forEach(({ name, value, low, high, note }, index) => {
    const y = 12 + index * 34;
    const end = x.place(value);
    svg.append(
      text(left - 10, y + 18, name, { "text-anchor": "end" }),
      draw("g", { class: "s0" }, draw("title", {}, `${name}: ${words[index]}`), draw("rect", { x: left, y: y + 3, width: Math.max(2, end - left), height: 20, "fill-opacity": note ? 0.45 : undefined })),
      low !== undefined && low < high
        ? draw("path", { class: "whisker", fill: "none", stroke: "currentColor", "stroke-width": 1.5, d: `M${round(x.place(low))} ${y + 13}H${round(x.place(high))}M${round(x.place(low))} ${y + 8}v10M${round(x.place(high))} ${y + 8}v10` })
        : "",
      text(Math.max(end, high ? x.place(high) : 0) + 8, y + 18, words[index]),
    );
  });
  return svg;
}

/** The ticks and the name of an axis below. */
function under(x, top, bottom, across, width) {
  let free = -Infinity;
  return draw(
    "g",
    { class: "grid" },
    x.ticks.flatMap((tick) => {
      const at = x.place(tick);
      const words = readable(tick, true);
      const room = (words.length * LETTER) / 2;
      const fits = at - room > free;
      if (fits) free = at + room + 6;
      return [draw("path", { d: `M${round(at)} ${round(top)}V${round(bottom)}`, class: "rule" }), fits && text(at, bottom + 18, words, { "text-anchor": "middle" })];
    }),
    text((x.place(x.ticks[0]) + x.place(x.ticks.at(-1))) / 2, bottom + 38, across, { "text-anchor": "middle", class: "axis" }),
  );
}

/** Groups of upright bars side by side, from 0. Series: { name, values }, one value for each group. */
export function groupedBars({ title, description, across, up, groups, series, words = readable, width = 640 }) {
  const left = 72;
  const right = width - 12;
  const items = series.map(({ name }, index) => {
    const { pattern, fill } = hatch(index);
    return { name, className: `s${index % COLOURS.length}`, sample: (x, y) => [pattern, draw("rect", { x, y: y - 7, width: 26, height: 14, fill, stroke: "currentColor" })] };
  });
  const shown = legend(items, left, right, 18);
  const [top, bottom] = [shown.height + 18, shown.height + 18 + Math.min(280, Math.max(190, width * 0.45))];
  const y = scale(0, Math.max(...series.flatMap(({ values }) => values), 0), bottom, top, false);
  const svg = frame({ title, description }, width, bottom + 48);
  svg.append(shown.group, grid(y, left, right, words), axisNames(across, up, left, right, top, bottom));
  const room = (right - left) / groups.length;
  const thick = Math.min(26, (room * 0.84) / series.length);
  groups.forEach((group, number) => svg.append(text(left + (number + 0.5) * room, bottom + 18, group, { "text-anchor": "middle" })));
  series.forEach(({ name, values }, index) => {
    const { pattern, fill } = hatch(index);
    svg.append(
      draw(
        "g",
        { class: `s${index % COLOURS.length}` },
        pattern,
        values.map((value, number) => {
          const x = left + (number + 0.5) * room + (index - series.length / 2) * thick;
          const at = y.place(value);
          return draw("g", {}, draw("title", {}, `${name}, ${groups[number]}: ${words(value)}`), draw("rect", { x: x + 1, y: at, width: Math.max(1, thick - 2), height: Math.max(0, bottom - at), fill, stroke: "currentColor" }));
        }),
      ),
    );
  });
  return svg;
}

/** Boxes that lie, from quartile to quartile with whiskers to the ends, over a strip of single marks, on a log axis. */
export function boxPlot({ title, description, across, boxes, width = 640 }) {
  const left = Math.max(...boxes.map(({ name }) => name.length)) * LETTER + 24;
  const right = width - 40;
  const tall = 46;
  const bottom = 12 + boxes.length * tall;
  const x = scale(Math.min(...boxes.map(({ least }) => least)), Math.max(...boxes.map(({ most }) => most)), left, right, true);
  const svg = frame({ title, description }, width, bottom + 46);
  svg.append(under(x, 8, bottom, across, width));
  boxes.forEach((box, index) => {
    const y = 12 + index * tall;
    const [least, lower, median, upper, most] = ["least", "lower", "median", "upper", "most"].map((each) => round(x.place(box[each])));
    svg.append(
      text(left - 10, y + 22, box.name, { "text-anchor": "end" }),
      draw(
        "g",
        { class: `s${index % COLOURS.length}` },
        draw("title", {}, `${box.name}: ${readable(box.least)} to ${readable(box.most)}, median ${readable(box.median)}`),
        draw("path", { d: `M${least} ${y + 17}H${lower}M${upper} ${y + 17}H${most}M${least} ${y + 11}v12M${most} ${y + 11}v12`, fill: "none", stroke: "currentColor", "stroke-width": 1.5 }),
        draw("rect", { x: Number(lower), y: y + 6, width: Math.max(1, upper - lower), height: 22, fill: "currentColor", "fill-opacity": 0.2, stroke: "currentColor", "stroke-width": 1.5 }),
        draw("path", { d: `M${median} ${y + 6}v22`, stroke: "currentColor", "stroke-width": 3.5 }),
        draw("g", { "fill-opacity": 0.6 }, (box.sample ?? []).filter((each) => each !== null).map((each, number) => draw("circle", { cx: x.place(each), cy: y + 35 + ((number * 5) % 3) * 2.5, r: 1.6 }))),
      ),
    );
  });
  return svg;
}

/** The plot as a file of its own, light, with every colour written where it is used, since not every program reads styles. */
export function svgText(element) {
  const copy = element.cloneNode(true);
  settle(copy, "#16181c");
  copy.removeAttribute("class");
  copy.querySelector("desc").after(draw("rect", { width: "100%", height: "100%", fill: "#ffffff" }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Put colours in the place of what the page's style gives: the series' own, the grey of guides and rules. */
function settle(element, inherited) {
  const kind = element.getAttribute("class") ?? "";
  const series = /^s(\d)$/.exec(kind);
  const colour = series ? COLOURS[series[1]] : kind === "guide" ? "#555b66" : inherited;
  for (const name of ["fill", "stroke"]) if (element.getAttribute(name) === "currentColor") element.setAttribute(name, colour);
  if (series) element.setAttribute("fill", colour);
  if (kind === "rule") element.setAttribute("stroke", "#d4d7dd");
  for (const child of element.children) settle(child, colour);
}

/** Rows of equal keys as CSV, quoted where they must be. */
export function csvText(rows) {
  if (!rows.length) return "";
  const cell = (value) => {
    const words = value === null || value === undefined ? "" : String(value);
    return /[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
  };
  const heads = Object.keys(rows[0]);
  return [heads, ...rows.map((row) => heads.map((head) => row[head]))].map((line) => `${line.map(cell).join(",")}\n`).join("");
}

/** Offer a text as a file. */
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
