// The one maker of SVG elements, for boards, plots and windows.

export const NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {Element | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | null | undefined | false>} Attributes */

/** A number as an attribute; two decimals of a pixel are enough. @param {number} number */
export const round = (number) => String(Math.round(number * 100) / 100);

/**
 * An SVG element. Attributes that are undefined, null, false or "" are left out, and so are empty children.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes} [attributes] @param {...(Child | readonly Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false || value === "") continue;
    element.setAttribute(name, typeof value === "number" ? round(value) : value);
  }
  for (const child of children.flat()) if (child) element.append(child);
  return element;
}

/**
 * Words around a middle.
 * @param {number} x @param {number} y @param {string | number} words @param {number} size @param {string} name
 */
export function text(x, y, words, size, name) {
  return svg("text", { x, y, "font-size": size, class: name, "text-anchor": "middle", "dominant-baseline": "central" },
    String(words));
}

/**
 * Set an attribute that most often has this value already: to set it again would make the browser compute styles anew.
 * @param {Element} element @param {string} name @param {string} value
 */
export function setChanged(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
