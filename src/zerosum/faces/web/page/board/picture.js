// A still board, and whether its place can be seen.

import { boardSvg } from "./still.js";
import { html, useEffect, useRef, useState } from "../ui/ui.js";

/** Whether an element has come near the window; it stays true. @param {{ current: Element | null }} element */
export function useSeen(element) {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry.isIntersecting && setSeen(true),
      { rootMargin: "100px" });
    if (element.current) watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return seen;
}

/**
 * A still board; `last` are the cells to mark, if not those of its last move, `marks` the values of moves to show.
 * @param {{ position: Api.PositionView | null, size: number, last?: number[],
 *   marks?: Record<string, import("../ui/values.js").MoveMark> }} props
 */
export function Picture({ position, size, last, marks }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    if (position) place.current?.replaceChildren(boardSvg(position, { size, last, marks }));
  }, [position, size]);
  return html`<div class="picture" ref=${place}></div>`;
}
