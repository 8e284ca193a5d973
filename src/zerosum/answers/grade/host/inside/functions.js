// Call functions of scripts without their page: one JSON object a line, from and to the private pipe.
//
//     {"op": "load", "files": ["a.js"], "names": ["board"]}   -> {"functions": {name: [parameters]}, "globals": {...}}
//     {"op": "ask", "function": "f", "arguments": [...], "globals": {"board": [...]}, "reads": "board"}
//                                                              -> {"answer": ..., "left": [...], "globals": {...}}
//
// Each question gets a fresh copy of the scripts. Each reply repeats the key of its request, or has an "error".
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [reads, writes] = process.env.ZEROSUM_PIPE.split(" ").map(Number);
delete process.env.ZEROSUM_PIPE;

const MOST_DEPTH = 6;
const MOST_ITEMS = 200;
const MOST_TEXT = 20000;
const SPECIAL = { infinity: Infinity, minus_infinity: -Infinity, undefined: undefined };

let scripts = []; // compiled, in the order in which they run
let stubs = new Set();
let printed = 0;
let mostPrinted = Infinity;
let key = "";
let ready = null; // a fresh copy that was made while the grader read the last answer

/** What a page gives a script: anything can be read, called and set, and it is empty. */
function nothing(name) {
  return new Proxy(function () {}, {
    get(target, part) {
      if (part === Symbol.toPrimitive) return () => "";
      if (part === Symbol.iterator) return function* () {};
      if (part === "then") return undefined;
      if (part === "prototype") return target.prototype;
      if (part === "length") return 0;
      return nothing(name);
    },
    set: () => true,
    has: () => true,
    deleteProperty: () => true,
    apply: () => nothing(name),
    construct: () => nothing(name),
  });
}

function say(...words) {
  printed += words.map(String).join(" ").length + 1;
  if (printed > mostPrinted) giveUp("it printed too much", "output");
}

/** The globals of a page and of node that a script may use. */
function surroundings(folder) {
  const sandbox = { console: {}, Math, performance: { now: () => 0 } };
  for (const name of ["log", "info", "warn", "error", "debug", "table", "clear", "time", "timeEnd", "group", "groupEnd"]) {
    sandbox.console[name] = say;
  }
  for (const name of ["document", "localStorage", "sessionStorage", "navigator", "location", "Audio", "Image", "$", "jQuery"]) {
    Object.defineProperty(sandbox, name, {
      get() {
        stubs.add(name);
        return nothing(name);
      },
      set() {},
      configurable: true,
    });
  }
  for (const name of ["alert", "addEventListener", "removeEventListener", "requestAnimationFrame", "fetch"]) {
    sandbox[name] = () => {
      stubs.add(name);
      return nothing(name);
    };
  }
  sandbox.prompt = () => null;
  sandbox.confirm = () => false;
  for (const name of ["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval"]) {
    sandbox[name] = () => 0; // what is to happen later never happens
  }
  sandbox.module = { exports: {} };
  sandbox.exports = sandbox.module.exports;
  const context = vm.createContext(sandbox);
  vm.runInContext("var window = globalThis, self = globalThis;", context);
  sandbox.require = requires(context, folder, new Map());
  return context;
}

/** `require` of neighbours; other modules are empty. */
function requires(context, folder, known) {
  return (name) => {
    if (!name.startsWith(".")) {
      stubs.add(name);
      return nothing(name);
    }
    const file = found(path.resolve(folder, name));
    if (!known.has(file)) {
      const module = { exports: {} };
      known.set(file, module);
      if (file.endsWith(".json")) module.exports = JSON.parse(fs.readFileSync(file, "utf8"));
      else {
        const text = `(function (exports, require, module) {${plainScript(fs.readFileSync(file, "utf8")).text}\n})`;
        const run = vm.runInContext(text, context, { filename: file });
        run(module.exports, requires(context, path.dirname(file), known), module);
      }
    }
    return known.get(file).exports;
  };
}

function found(file) {
  for (const each of [file, `${file}.js`, `${file}.mjs`, `${file}.cjs`, `${file}.json`, path.join(file, "index.js")]) {
    if (fs.existsSync(each) && fs.statSync(each).isFile()) return each;
  }
  throw new Error(`Cannot find module '${path.basename(file)}'`);
}

/** A module as a script: what it exports is global, and so is what the modules before it did. */
function plainScript(source) {
  const imports = [];
  let text = source.replace(/^#!.*/, "");
  text = text.replace(/^[ \t]*import\s+(?:([\w*{}\s,$]+?)\s+from\s+)?["']([^"']+)["'][^\n]*/gm, (_, names, file) => {
    imports.push(file);
    const alias = /^(\w+)/.exec(names || "");
    const renamed = [...(names || "").matchAll(/(\w+)\s+as\s+(\w+)/g)].map((each) => `var ${each[2]} = ${each[1]};`);
    return (alias ? `var ${alias[1]} = globalThis.__default;` : "") + renamed.join("");
  });
  text = text.replace(/^[ \t]*export\s+default\s+(?:async\s+)?function\s*\(/gm, "globalThis.__default = function (");
  text = text.replace(/^[ \t]*export\s+default\s+((?:async\s+)?function|class)\s+(\w+)/gm, "globalThis.__default = $2; $1 $2");
  text = text.replace(/^[ \t]*export\s+default\s+/gm, "globalThis.__default = ");
  text = text.replace(/^[ \t]*export\s*\{[^}]*\}[^\n]*/gm, "");
  text = text.replace(/^[ \t]*export\s+/gm, "");
  return { text, imports };
}

/** Compile a file behind those that it imports. */
function compile(file, seen) {
  if (seen.has(file)) return;
  seen.add(file);
  const { text, imports } = plainScript(fs.readFileSync(file, "utf8"));
  for (const each of imports) if (each.startsWith(".")) compile(found(path.resolve(path.dirname(file), each)), seen);
  scripts.push({ file, script: new vm.Script(text, { filename: path.basename(file) }) });
}

/** A fresh copy of the scripts; an error on the way leaves what was defined before it. */
function fresh() {
  const context = surroundings(path.dirname(scripts.at(-1).file));
  const errors = [];
  for (const { script } of scripts) {
    try {
      script.runInContext(context);
    } catch (error) {
      errors.push(sentence(error));
    }
  }
  return { context, errors };
}

function evaluated(context, expression) {
  try {
    return vm.runInContext(expression, context);
  } catch {
    return undefined;
  }
}

function load(order) {
  scripts = [];
  ready = null;
  mostPrinted = order.most;
  const seen = new Set();
  for (const file of order.files) compile(path.resolve(file), seen);
  const { context, errors } = fresh();
  const functions = {};
  const texts = {};
  const add = (name, value) => {
    if (typeof value !== "function" || name in functions) return;
    const text = Function.prototype.toString.call(value);
    if (/^class\b/.test(text)) return;
    functions[name] = parameters(text);
    texts[name] = text.slice(0, MOST_TEXT);
  };
  for (const name of order.names) add(name, evaluated(context, name));
  const exported = evaluated(context, "module.exports");
  const known = new Set(order.names.map((name) => evaluated(context, name)));
  if (!known.has(exported)) add("module.exports", exported);
  for (const name of Object.keys(Object(exported))) {
    if (!known.has(exported[name])) add(`module.exports.${name}`, exported[name]);
  }
  const globals = {};
  for (const name of order.names) {
    const value = evaluated(context, name);
    if (typeof value !== "function" && value !== undefined) globals[name] = plain(value);
  }
  return { functions, texts, globals, errors, stubs: [...stubs] };
}

/** The names of the parameters of a function, as far as they are plain. */
function parameters(text) {
  const arrow = /^(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(text);
  if (arrow) return [arrow[1]];
  let depth = 0;
  let inside = "";
  for (const mark of text.slice(text.indexOf("("))) {
    if (")]}".includes(mark)) depth--;
    if (depth === 0 && mark === ")") break;
    if (depth === 1) inside += mark;
    if ("([{".includes(mark)) depth++;
  }
  return inside.split(",").map((each) => each.split("=")[0].trim()).filter((each) => /^[\w$]+$/.test(each));
}

function ask(order) {
  const { context } = ready ?? fresh();
  ready = null;
  for (const [name, value] of Object.entries(order.globals)) {
    context.__value = special(value);
    const inPlace = Array.isArray(evaluated(context, name)) && Array.isArray(context.__value);
    vm.runInContext(inPlace ? `${name}.splice(0, ${name}.length, ...__value)` : `${name} = __value`, context);
  }
  context.__arguments = order.arguments.map(special);
  const began = process.hrtime.bigint();
  const answer = vm.runInContext(`${order.function}(...__arguments)`, context);
  const seconds = Number(process.hrtime.bigint() - began + 1n) / 1e9; // never a whole number: JSON has no type for it
  const board = order.reads === "" ? context.__arguments[order.board] : evaluated(context, order.reads);
  return { answer: plain(answer), left: plain(board), seconds };
}

function special(value) {
  if (Array.isArray(value)) return value.map(special);
  return value !== null && typeof value === "object" ? SPECIAL[value.special] : value;
}

/** A value as the grader reads it: lists, and objects as {"dict": [[key, value], ...]}. */
function plain(value, depth = MOST_DEPTH) {
  if (value === undefined || value === null || typeof value === "function" || typeof value === "symbol") return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : value > 0 ? 1e15 : value < 0 ? -1e15 : null;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string") return value.slice(0, 1000);
  if (typeof value !== "object") return value;
  if (depth === 0) return { cut: true };
  if (Array.isArray(value)) return Array.from(value.slice(0, MOST_ITEMS), (each) => plain(each, depth - 1));
  const keys = Object.keys(value).slice(0, MOST_ITEMS);
  return { dict: keys.map((each) => [each, plain(value[each], depth - 1)]) };
}

function sentence(error) {
  const text = error instanceof Object && error.name ? `${error.name}: ${error.message}` : String(error);
  const line = /\.[cm]?js:(\d+)/.exec(String(error && error.stack));
  return (text + (line ? ` (line ${line[1]})` : "")).slice(0, 300);
}

function send(reply) {
  const data = Buffer.from(JSON.stringify({ ...reply, printed, key }) + "\n");
  for (let at = 0; at < data.length; ) at += fs.writeSync(writes, data, at);
}

function giveUp(error, kind) {
  send({ error, kind });
  process.exit(3);
}

let rest = Buffer.alloc(0);
const chunk = Buffer.alloc(1 << 16);
for (;;) {
  const end = rest.indexOf(10);
  if (end < 0) {
    const size = fs.readSync(reads, chunk);
    if (size === 0) break;
    rest = Buffer.concat([rest, chunk.subarray(0, size)]);
    continue;
  }
  const order = JSON.parse(rest.subarray(0, end).toString());
  rest = rest.subarray(end + 1);
  key = order.key;
  printed = 0;
  let reply;
  try {
    reply = order.op === "load" ? load(order) : ask(order);
  } catch (error) {
    reply = { error: sentence(error), kind: error instanceof RangeError ? "memory" : "raised" };
    if (/call stack/.test(reply.error)) reply.kind = "raised";
  }
  send(reply);
  if (reply.kind !== "output" && scripts.length) ready = fresh();
}
process.exit(0);
