// Mouse, fingers and keys on the picture of a tree: drag, wheel and pinch, click a node, jump by the map.

/** @typedef {import("./picture.js").TreePicture} TreePicture */

const CLICK = 4;

/**
 * Let a picture be moved; it is told the node that was clicked, and the one under the pointer or -1.
 * @param {TreePicture} picture @param {{ onPick?: (node: number) => void, onPoint?: (node: number) => void }} on
 */
export function listen(picture, { onPick, onPoint }) {
  const { canvas, map } = picture;
  /** @type {Map<number, number[]>} */
  const pointers = new Map();
  let moved = 0;
  let onMap = false;
  const place = (/** @type {MouseEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const goMap = (/** @type {number[]} */ at) => {
    picture.centre(map.leaf(picture, at));
    picture.hold();
    picture.redraw();
  };
  canvas.addEventListener("pointerdown", (event) => {
    const at = place(event);
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at);
    moved = 0;
    onMap = map.has(at);
    if (onMap) goMap(at);
  });
  canvas.addEventListener("pointermove", (event) => {
    const at = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      onPoint?.(picture.hit(at[0], at[1]));
      return;
    }
    moved += Math.hypot(at[0] - before[0], at[1] - before[1]);
    const still = [...pointers].find(([pointer]) => pointer !== event.pointerId)?.[1];
    if (onMap) goMap(at);
    else if (still) pinch(picture, before, at, still);
    else if (moved > CLICK) picture.pan(before[0] - at[0], before[1] - at[1]);
    pointers.set(event.pointerId, at);
  });
  const release = (/** @type {PointerEvent} */ event) => {
    const was = pointers.delete(event.pointerId);
    if (event.type !== "pointerup" || !was || moved > CLICK || onMap) return;
    const [x, y] = place(event);
    const node = picture.hit(x, y);
    if (node >= 0) onPick?.(node);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => onPoint?.(-1));
  canvas.addEventListener("wheel", (event) => wheel(picture, event, place(event)[0]), { passive: false });
  canvas.addEventListener("keydown", (event) => press(picture, event));
}

/**
 * Two fingers: they zoom as they come apart.
 * @param {TreePicture} picture @param {number[]} before @param {number[]} at @param {number[]} still
 */
function pinch(picture, before, at, still) {
  const [was, is] = [Math.abs(before[0] - still[0]), Math.abs(at[0] - still[0])];
  if (was > 10 && is > 10) picture.zoom(is / was, (at[0] + still[0]) / 2);
}

/** @param {TreePicture} picture @param {WheelEvent} event @param {number} x */
function wheel(picture, event, x) {
  event.preventDefault();
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (isSideways) picture.pan(event.deltaX || event.deltaY);
  else picture.zoom(Math.exp(-event.deltaY / 300), x);
}

/** @param {TreePicture} picture @param {KeyboardEvent} event */
function press(picture, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  /** @type {Record<string, () => void>} */
  const actions = {
    "+": () => picture.zoomHere(1.3),
    "=": () => picture.zoomHere(1.3),
    "-": () => picture.zoomHere(1 / 1.3),
    0: () => picture.fit(),
    a: () => picture.pan(-80),
    d: () => picture.pan(80),
    w: () => picture.pan(0, -60),
    s: () => picture.pan(0, 60),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
