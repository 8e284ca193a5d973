// A piece that follows the mouse while its button is pressed.

/** A mouse that moves fewer pixels while its button is pressed clicks. */
const DRAG_FROM = 5;

export class Drag {
  /** @type {Element | null} the copy of the piece that follows */
  #copy = null;

  /** @param {PointerEvent} event the press */
  constructor({ clientX, clientY }) {
    this.x = clientX;
    this.y = clientY;
  }

  get hasBegun() {
    return this.#copy !== null;
  }

  /**
   * Whether the mouse has moved far enough to take the piece of a cell along.
   * @param {PointerEvent} event @param {Element} cell
   */
  takes({ clientX, clientY }, cell) {
    return Math.hypot(clientX - this.x, clientY - this.y) >= DRAG_FROM && cell.querySelector(".piece") !== null;
  }

  /** Draw the piece of a cell at the mouse. @param {PointerEvent} event @param {Element} cell */
  follow({ clientX, clientY }, cell) {
    if (this.#copy === null) {
      this.#copy = /** @type {Element} */ (cell.querySelector(".piece")?.cloneNode(true));
      this.#copy.classList.add("dragged");
      cell.classList.add("lifted");
      cell.closest("svg")?.append(this.#copy);
    }
    this.#copy.setAttribute("transform", `translate(${clientX - this.x} ${clientY - this.y})`);
  }

  end() {
    this.#copy?.remove();
  }
}
