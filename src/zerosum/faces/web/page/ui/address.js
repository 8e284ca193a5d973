// The address of a screen: reading it, and changing it without loading the page again.

import { withQuery } from "./query.js";
import { useEffect, useState } from "./ui.js";

/** @import { Parameters } from "./query.js" */
/** @typedef {{ path: string, parameters: Record<string, string> }} Address */

/** The path and the parameters of this page, as plain values. @returns {Address} */
export function here() {
  return { path: decodeURI(location.pathname), parameters: Object.fromEntries(new URLSearchParams(location.search)) };
}

/**
 * A link to a screen; parameters that are null or "" are left out.
 * @param {string} path @param {Parameters} [parameters]
 */
export function link(path, parameters = {}) {
  return withQuery(encodeURI(path), parameters);
}

/**
 * Go to a screen. With `replace` the current one is not kept in the history.
 * @param {string} path @param {Parameters} [parameters] @param {{ replace?: boolean }} [how]
 */
export function go(path, parameters = {}, { replace = false } = {}) {
  const url = link(path, parameters);
  if (url === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", url);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** The current address; the component is rendered again whenever it changes. */
export function useAddress() {
  const [address, setAddress] = useState(here);
  useEffect(() => {
    const listen = () => setAddress(here());
    addEventListener("popstate", listen);
    return () => removeEventListener("popstate", listen);
  }, []);
  return address;
}

/**
 * A click handler that lets links inside an element change the screen without loading the page again.
 * @param {MouseEvent} event
 */
export function followLinks(event) {
  const anchor = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
  if (!(anchor instanceof HTMLAnchorElement) || event.defaultPrevented) return;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (anchor.pathname.startsWith("/api") || anchor.hasAttribute("download") || anchor.target) return;
  event.preventDefault();
  history.pushState(null, "", anchor.href);
  dispatchEvent(new PopStateEvent("popstate"));
}
