// What the address of the Grade screen reproduces: a program in the address itself, and reports that this tab keeps.

/** @typedef {{ name: string, text: string }} Submitted */
/** @typedef {{ game: string, files: Submitted[], description: string }} Submission what is graded; without a game,
 *   what the program seems to play */
/** @typedef {{ submission: Submission | null, reports: Api.GradeView[], html: string, template?: string }} Kept
 *   reports with what they are about; of a class there is no submission. `template` is the description to fill in
 *   where the agent could not be asked */

const PREFIX = "zerosum-grade-";
const MOST_KEPT = 5;
/** Longer addresses are cut off by some programs that pass them on. */
const LONGEST = 12_000;

/** @type {Map<string, Kept>} */
const known = new Map();

/** A short name for what is kept, the same for the same content (FNV-1a). @param {unknown} content */
export function nameOf(content) {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(content)) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * Keep reports for as long as this tab is open, so that the way back from a counterexample, and a reload, show them
 * again.
 * @param {string} name @param {Kept} kept
 */
export function keep(name, kept) {
  known.set(name, kept);
  try {
    const names = JSON.parse(sessionStorage.getItem(PREFIX) ?? "[]")
      .filter((/** @type {string} */ each) => each !== name);
    for (const old of names.splice(MOST_KEPT - 1)) sessionStorage.removeItem(PREFIX + old);
    sessionStorage.setItem(PREFIX, JSON.stringify([name, ...names]));
    sessionStorage.setItem(PREFIX + name, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage only means that a reload grades again.
  }
}

/** What was kept under a name; null where nothing is. @param {string | undefined} name @returns {Kept | null} */
export function recall(name) {
  if (!name) return null;
  if (!known.has(name)) {
    try {
      const text = sessionStorage.getItem(PREFIX + name);
      if (text) known.set(name, JSON.parse(text));
    } catch {
      return null;
    }
  }
  return known.get(name) ?? null;
}

/**
 * A submission as the fragment of an address, which is never sent to a server; "" where that would be too long.
 * @param {Submission} submission
 */
export async function fragmentOf(submission) {
  const packed = await through(new Blob([JSON.stringify(submission)]), new CompressionStream("deflate-raw"));
  const letters = btoa(String.fromCharCode(...packed.subarray(0, LONGEST)));
  if (packed.length > LONGEST || letters.length > LONGEST) return "";
  return `#program=${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * The submission of a fragment; null where it has none that can be read.
 * @param {string} fragment
 * @returns {Promise<Submission | null>}
 */
export async function submissionIn(fragment) {
  const letters = /^#program=([\w-]+)$/.exec(fragment)?.[1];
  if (!letters) return null;
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0));
    const read = JSON.parse(new TextDecoder()
      .decode(await through(new Blob([bytes]), new DecompressionStream("deflate-raw"))));
    const files = read.files.map((/** @type {any} */ { name, text }) => ({ name: String(name), text: String(text) }));
    return files.length ? { game: String(read.game ?? ""), files, description: String(read.description ?? "") } : null;
  } catch {
    return null; // a link that was cut off
  }
}

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} stream */
async function through(blob, stream) {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
}

/**
 * The reports in a file of `zerosum grade --format json`: of one agent or of many; null where it is something else.
 * @param {string} text
 * @returns {Api.GradeView[] | null}
 */
export function reportsIn(text) {
  try {
    const read = JSON.parse(text);
    const reports = Array.isArray(read) ? read : [read];
    const isReport = (/** @type {any} */ each) => typeof each?.agent === "string" && typeof each.game === "string"
      && Array.isArray(each.checks) && Array.isArray(each.found);
    return reports.length > 0 && reports.every(isReport) ? reports : null;
  } catch {
    return null;
  }
}
