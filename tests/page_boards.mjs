// Boards, marks and claims as the page shows them, as JSON: run by test_page_boards.py with the page's folder; the questions come by
// stdin, each [function, ...arguments]. Elements are written as XML.

import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const page = (name) => pathToFileURL(`${folder}/${name}`).href;

// The import map of the page, with files in place of the server's addresses.
const [, map] = readFileSync(`${folder}/index.html`, "utf-8").match(/<script type="importmap">(.*?)<\/script>/s);
const imports = Object.entries(JSON.parse(map).imports).map(([name, address]) => [name, page(address.replace("/page/", ""))]);
const hooks = `
  const imports = new Map(${JSON.stringify(imports)});
  export const resolve = (name, context, next) => next(imports.get(name) ?? name, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

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

const { boardSvg } = await import(page("board_draw.js"));
const { strongest } = await import(page("claims.js"));
const { isNull, resultText } = await import(page("scores.js"));
const { mark, moveMarks } = await import(page("values.js"));

const answers = { board: (position) => String(boardSvg(position)), isNull, mark, moveMarks, resultText, strongest };
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(([name, ...given]) => answers[name](...given))));
