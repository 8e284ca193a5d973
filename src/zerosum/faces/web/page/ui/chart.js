// A chart that the server has drawn in several widths: the one that fits its place, and its text as a file.

import { svg } from "./svg.js";

/**
 * The picture whose width is nearest to that of its place, so that it is scaled least.
 * @param {Api.ChartPicture[]} pictures
 * @param {number} width
 */
export function fitting(pictures, width) {
  const scale = (/** @type {Api.ChartPicture} */ picture) => Math.abs(Math.log(picture.width / width));
  return pictures.reduce((best, each) => (scale(each) < scale(best) ? each : best));
}

/**
 * The element of a picture.
 * @param {Api.ChartPicture} picture
 */
export function chartElement(picture) {
  const parsed = new DOMParser().parseFromString(picture.svg, "image/svg+xml").documentElement;
  const element = document.importNode(parsed, true);
  element.classList.add("plot");
  return element;
}

/**
 * The chart as a file of its own: light, on white, without the style of the dark theme.
 * @param {Element} element
 */
export function chartFile(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  copy.removeAttribute("class");
  copy.querySelector("style")?.replaceWith(svg("rect", { width: "100%", height: "100%", fill: "#ffffff" }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}
