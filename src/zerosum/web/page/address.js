// @ts-nocheck
// The address of a screen: where we are, and going elsewhere without loading the page again.

import { useEffect, useState } from "./ui.js";

/** The path and the parameters of this page, as plain values. */
export function here() {
  return { path: decodeURI(location.pathname), parameters: Object.fromEntries(new URLSearchParams(location.search)) };
}

/** A path with parameters, those that are null or "" left out. */
export function link(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return encodeURI(path) + (text ? `?${text}` : "");
}

/** Go to a screen; with `replace`, the one we leave is not kept in the history. */
export function go(path, parameters = {}, { replace = false } = {}) {
  const url = link(path, parameters);
  if (url === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", url);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Where we are, and again whenever that changes. */
export function useAddress() {
  const [address, setAddress] = useState(here);
  useEffect(() => {
    const listen = () => setAddress(here());
    addEventListener("popstate", listen);
    return () => removeEventListener("popstate", listen);
  }, []);
  return address;
}

/** Let links inside an element change the screen without loading the page again. */
export function followLinks(event) {
  const anchor = event.target.closest?.("a[href^='/']");
  if (!anchor || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (anchor.getAttribute("href").startsWith("/api") || anchor.hasAttribute("download") || anchor.target) return;
  event.preventDefault();
  history.pushState(null, "", anchor.href);
  dispatchEvent(new PopStateEvent("popstate"));
}
