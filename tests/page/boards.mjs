// Boards, marks and claims as the page shows them, as JSON: run by test_page_boards.py with questions, each
// [function, ...arguments]. Elements are written as XML.

import { answerAll } from "harness";
import { boardSvg } from "page/board/still.js";
import { strongest } from "page/recording/claims.js";
import { isNull, resultText } from "page/recording/scores.js";
import { mark, moveMarks } from "page/ui/values.js";

const escaped = (text) => String(text).replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

/** An element that only knows its attributes and children. */
class Drawn {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [] });
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(child) {
    this.children.push(child);
  }

  toString() {
    const attributes = Object.entries(this.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
    const children = this.children.map((child) => (child instanceof Drawn ? child : escaped(child)));
    return `<${this.tag}${attributes.join("")}>${children.join("")}</${this.tag}>`;
  }
}
globalThis.document = { createElementNS: (_, tag) => new Drawn(tag) };

const answers = { board: (position) => String(boardSvg(position)), isNull, mark, moveMarks, resultText, strongest };
answerAll(answers);
