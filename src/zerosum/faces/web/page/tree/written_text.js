// Changes to the text of a written tree, such as ((3,5),?(1:2,2:9)): another leaf, another order of branches.

/** The leaves in the text of a tree: its numbers, without the weights of chance. */
const LEAVES = /[-+]?\d+(?!\d*\s*:)/g;

/** The values of the leaves, from left to right. @param {string} text */
export function leavesOf(text) {
  return [...text.matchAll(LEAVES)].map(([leaf]) => Number(leaf));
}

/**
 * The text with another value for a leaf, by its number from the left, from 0.
 * @param {string} text @param {number} number @param {(value: number) => number} changed
 */
export function withLeaf(text, number, changed) {
  let at = 0;
  return text.replace(LEAVES, (leaf) => (at++ === number ? String(changed(Number(leaf))) : leaf));
}

/**
 * The text with a branch moved by so many places among its siblings; the same text where there is no such place.
 * @param {string} text
 * @param {number[]} path the numbers of the branches from the root
 * @param {number} by
 * @returns {string}
 */
export function withMoved(text, [first, ...rest], by) {
  const open = text.search(/[([]/);
  const children = parts(text.slice(open + 1, text.trimEnd().length - 1));
  if (rest.length) children[first] = withMoved(children[first], rest, by);
  else if (children[first + by] !== undefined) children.splice(first + by, 0, ...children.splice(first, 1));
  return `${text.slice(0, open + 1)}${children.join(",")}${text.trimEnd().slice(-1)}`;
}

/** What stands between the commas that are in no bracket. @param {string} text */
function parts(text) {
  const found = [""];
  let depth = 0;
  for (const character of text) {
    if ("([".includes(character)) depth++;
    if (")]".includes(character)) depth--;
    if (character === "," && depth === 0) found.push("");
    else found[found.length - 1] += character;
  }
  return found;
}
