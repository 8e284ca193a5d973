// The text of a lesson: typed blocks become elements, and what they say stays text.

import { html } from "./ui.js";

/** Paragraphs, lists, headings and code. @param {{ blocks: Api.Block[] }} props */
export function LessonText({ blocks }) {
  return blocks.map(({ kind, rows }, at) => {
    if (kind === "list") return html`<ul key=${at}>${rows.map(item)}</ul>`;
    if (kind === "numbered") return html`<ol key=${at}>${rows.map(item)}</ol>`;
    if (kind === "code") {
      return html`<pre key=${at} tabindex="0">
        ${rows.map((row) => row.map(({ text }) => text).join("")).join("\n")}</pre>`;
    }
    if (kind === "heading") return html`<h3 key=${at}>${rows[0].map(span)}</h3>`;
    return html`<p key=${at}>${rows[0].map(span)}</p>`;
  });
}

/** @param {Api.Span[]} row */
function item(row) {
  return html`<li>${row.map(span)}</li>`;
}

/** @param {Api.Span} view */
function span({ text, style, address }) {
  if (style === "strong") return html`<strong>${text}</strong>`;
  if (style === "emphasis") return html`<em>${text}</em>`;
  if (style === "code") return html`<code>${text}</code>`;
  if (style === "link" && address.startsWith("/")) return html`<a href=${address}>${text}</a>`;
  if (style === "link") return html`<a href=${address} target="_blank" rel="noreferrer">${text}</a>`;
  return text;
}
