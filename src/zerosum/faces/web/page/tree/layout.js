// Where the nodes of a tree go: leaves side by side, every parent above the middle of its children.

/**
 * A tree in typed arrays: first child, next sibling and parent (-1 for none), and ply.
 * @typedef {{ size: number, first: Int32Array, next: Int32Array, parent: Int32Array, ply: Uint16Array }} TreeArrays
 */

/**
 * Coordinates of a tree. `x` counts leaves from the left.
 * `levels` has the nodes of each ply from left to right, so that what is in view is found by halving; `apart` is how
 * far each node is from the nearest one of its level.
 * @param {TreeArrays} tree
 */
export function layout({ size, first, next, parent, ply }) {
  const x = new Float64Array(size);
  /** @type {number[]} */
  const counts = [];
  for (let node = 0; node < size; node++) counts[ply[node]] = (counts[ply[node]] ?? 0) + 1;
  const levels = counts.map((count) => new Int32Array(count));
  const filled = new Uint32Array(levels.length);
  let leaves = 0;
  let node = size ? 0 : -1;
  while (node >= 0) {
    levels[ply[node]][filled[ply[node]]++] = node;
    if (first[node] >= 0) {
      node = first[node];
      continue;
    }
    x[node] = leaves++;
    while (node >= 0 && next[node] < 0) {
      const above = parent[node];
      if (above >= 0) x[above] = (x[first[above]] + x[node]) / 2;
      node = above;
    }
    if (node >= 0) node = next[node];
  }
  return { x, levels, leaves, apart: apartOf(x, levels) };
}

/**
 * For each node, how far it is from the nearest one of its level.
 * @param {Float64Array} x @param {Int32Array[]} levels
 */
function apartOf(x, levels) {
  const apart = new Float32Array(x.length).fill(Infinity);
  for (const level of levels) {
    for (let at = 1; at < level.length; at++) {
      const between = x[level[at]] - x[level[at - 1]];
      apart[level[at - 1]] = Math.min(apart[level[at - 1]], between);
      apart[level[at]] = between;
    }
  }
  return apart;
}

/**
 * Coordinates of a small tree whose nodes are numbered from top to bottom and from left to right, as narrow as its
 * levels allow: what is below a node moves next to what is below its sibling until two nodes of a level are 1 apart
 * (Reingold and Tilford, "Tidier Drawings of Trees", 1981).
 * @param {TreeArrays} tree
 */
export function packed({ size, first, next, parent, ply }) {
  const offset = new Float64Array(size);
  /** The places of the first and the last node of each level below a node, seen from it.
   *   @type {[from: number, to: number][][]} */
  const spans = [];
  for (let node = size - 1; node >= 0; node--) {
    /** @type {[from: number, to: number][]} */
    const below = [];
    let last = 0;
    for (let child = first[node]; child >= 0; child = next[child]) {
      last = 0;
      spans[child].forEach(([from], level) => level < below.length
        && (last = Math.max(last, below[level][1] - from + 1)));
      offset[child] = last;
      spans[child].forEach(([from, to], level) => (below[level] = [below[level]?.[0] ?? from + last, to + last]));
    }
    for (let child = first[node]; child >= 0; child = next[child]) offset[child] -= last / 2;
    spans[node] = [[0, 0], ...below.map(([from, to]) =>
      /** @type {[number, number]} */ ([from - last / 2, to - last / 2]))];
  }
  const left = Math.min(...spans[0].map(([from]) => from));
  const x = new Float64Array(size);
  /** @type {number[][]} */
  const levels = [];
  for (let node = 0; node < size; node++) {
    x[node] = parent[node] < 0 ? -left : x[parent[node]] + offset[node];
    (levels[ply[node]] ??= []).push(node);
  }
  const typed = levels.map((level) => Int32Array.from(level));
  return { x, levels: typed, leaves: Math.max(...spans[0].map(([, to]) => to)) - left + 1, apart: apartOf(x, typed) };
}

/**
 * For each node, how many are below it, itself included; parents must come before their children.
 * @param {{ size: number, parent: Int32Array }} tree
 */
export function sizesBelow({ size, parent }) {
  const sizes = new Uint32Array(size).fill(1);
  for (let node = size - 1; node > 0; node--) sizes[parent[node]] += sizes[node];
  return sizes;
}

/**
 * The part of a tree around a node: the path to it, the children of that path, and so many levels below; the rest as
 * counts.
 * @param {MergedTree} tree @param {Uint32Array} sizes @param {number} focus
 */
export function around(tree, sizes, focus, levels = 2) {
  const onPath = new Set();
  for (let node = focus; node >= 0; node = tree.parent[node]) onPath.add(node);
  /** @type {number[]} */
  const ids = [];
  /** @type {number[]} */
  const parent = [];
  /** @type {number[]} */
  const hidden = [];
  const todo = [[0, -1]];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [node, above] = next;
    const local = ids.length;
    ids.push(node);
    parent.push(above);
    const inside = onPath.has(node) || isBelow(tree, node, focus, levels - 1);
    hidden.push(inside ? 0 : sizes[node] - 1);
    if (inside) for (const child of tree.children(node).reverse()) todo.push([child, local]);
  }
  const size = ids.length;
  const part = {
    size,
    ids: Int32Array.from(ids),
    hidden,
    parent: Int32Array.from(parent),
    ply: new Uint16Array(size),
    first: new Int32Array(size).fill(-1),
    next: new Int32Array(size).fill(-1),
  };
  const last = new Int32Array(size).fill(-1);
  for (let local = 0; local < size; local++) {
    part.ply[local] = tree.ply[ids[local]];
    const above = parent[local];
    if (above < 0) continue;
    if (part.first[above] < 0) part.first[above] = local;
    else part.next[last[above]] = local;
    last[above] = local;
  }
  return part;
}

/**
 * Whether a node lies at most so many plies below another.
 * @param {MergedTree} tree @param {number} node @param {number} focus @param {number} most
 */
function isBelow(tree, node, focus, most) {
  let above = node;
  for (let steps = 1; steps <= most; steps++) {
    above = tree.parent[above];
    if (above < 0) return false;
    if (above === focus) return true;
  }
  return false;
}
