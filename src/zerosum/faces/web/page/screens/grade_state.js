// What the Grade screen knows: the submission, how far its grading is, and the reports that the address names.

import { go, link } from "../ui/address.js";
import { followSent } from "../ui/api.js";
import { messageOf, useEffect, useReducer, useRef, useState } from "../ui/ui.js";
import { fragmentOf, keep, nameOf, recall, reportsIn, submissionIn } from "./grade_kept.js";
import { agentFirst, readFiles } from "./grade_submission.js";

/** @import { Kept, Submission } from "./grade_kept.js" */

/** @typedef {{ report: Api.GradeView, html: string, template: string }} Answered what the server answers; the template
 *   is "" where the agent could be asked */

/**
 * @typedef {object} Grading what is known of a grading so far
 * @property {boolean} running
 * @property {string[]} found
 * @property {{ done: number, total: number | null, unit: string } | null} asked
 * @property {number} before how many requests of others are answered first
 * @property {Api.GradeView | null} report
 * @property {string} html
 * @property {string} problem
 * @property {boolean} stopped
 */

/** @type {[file: string, title: string, words: string][]} programs to try the screen with */
export const EXAMPLES = [
  ["three_plies.py", "A minimax cut at depth 3", "It plays well, and is wrong in 151 of 4,520 positions."],
  ["to_the_end.py", "The same one, to the end", "It looks to the end of the game, and passes."],
];

/** @type {Submission} */
const NOTHING = { game: "", files: [], description: "" };

/** @type {Grading} */
const EMPTY = { running: false, found: [], asked: null, before: 0, report: null, html: "", problem: "",
  stopped: false };

/** @param {Grading} grading @param {[kind: string, data?: any]} event @returns {Grading} */
export function reduce(grading, [kind, data]) {
  switch (kind) {
    case "forget": return EMPTY;
    case "start": return { ...EMPTY, running: true };
    case "found": return { ...grading, found: data.found, asked: null, before: 0 };
    case "progress": return { ...grading, asked: data, before: 0 };
    case "waiting": return { ...grading, before: data.before };
    case "report": return { ...grading, report: data.report, html: data.html };
    case "end": return { ...grading, running: false };
    case "stop": return { ...grading, running: false, stopped: true };
    case "problem": return { ...grading, running: false, problem: data };
    default: return grading;
  }
}

/** @param {Record<string, string>} parameters those of the address */
export function useGrading({ report: name, example }) {
  const kept = recall(name);
  const [submission, setSubmission] = useState(/** @type {Submission} */ (kept?.submission ?? NOTHING));
  const [problem, setProblem] = useState("");
  const [brought, setBrought] = useState(false); // whether the program came with the address
  const [grading, tell] = useReducer(reduce, EMPTY);
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);

  const grade = (/** @type {Submission} */ given, /** @type {string} */ from = "") => {
    const submitted = withoutOldTemplate(given, kept);
    leave.current();
    setProblem("");
    setBrought(false);
    tell(["start"]);
    const finish = (/** @type {Answered} */ answer) => {
      tell(["report", answer]);
      showAddress(submitted, answer, from);
    };
    const kinds = ["found", "progress", "waiting", "end", "problem"];
    const told = Object.fromEntries(kinds.map((kind) => [kind, (/** @type {any} */ data) => tell([kind, data])]));
    leave.current = followSent("grade/stream", submitted, { ...told, report: finish });
  };
  const stop = () => {
    leave.current();
    tell(["stop"]);
  };
  const take = async (/** @type {File[]} */ dropped) => {
    if (!dropped.length) return;
    setProblem("");
    try {
      const files = agentFirst(await readFiles(dropped));
      const reports = files.length === 1 ? reportsIn(files[0].text) : null;
      if (reports) {
        leave.current();
        keep(nameOf(reports), { submission: null, reports, html: "" });
        go("/grade", { report: nameOf(reports) });
      } else {
        setSubmission({ ...submission, files });
        grade({ ...submission, files });
      }
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  useEffect(() => {
    if (!kept || kept.reports[0] !== grading.report) tell(["forget"]);
    setProblem("");
    setBrought(false);
    setSubmission(kept?.submission ?? NOTHING);
    if (kept) return;
    if (example) {
      fetchExample(example).then(
        (submitted) => {
          setSubmission(submitted);
          grade(submitted, example);
        },
        (error) => setProblem(messageOf(error)),
      );
      return;
    }
    submissionIn(location.hash).then((submitted) => {
      // A link must not run a program on this machine: the person decides, once the program can be seen.
      if (submitted) setSubmission(submitted);
      setBrought(submitted !== null);
      if (!submitted && name) setProblem("this tab does not have that report; hand the program in again");
    });
  }, [name, example]);
  const change = (/** @type {Partial<Submission>} */ changed) =>
    setSubmission((before) => ({ ...before, ...changed }));
  return { submission, change, grading, kept, brought, problem, grade, stop, take };
}

/**
 * A submission without the template that was filled in for other files and never edited.
 * @param {Submission} submission @param {Kept | null} kept
 * @returns {Submission}
 */
export function withoutOldTemplate(submission, kept) {
  const isOld = Boolean(kept?.template) && submission.description === kept?.template
    && nameOf(submission.files) !== nameOf(kept?.submission?.files);
  return isOld ? { ...submission, description: "" } : submission;
}

/**
 * Keep a report, and let the address name it.
 * Where the agent could not be asked, the description to fill in is there.
 * @param {Submission} submission @param {Answered} answer
 * @param {string} example "" where it is none
 */
async function showAddress(submission, answer, example) {
  const name = nameOf(submission);
  const { report, html, template } = answer;
  keep(name, { submission: template ? { ...submission, description: template } : submission, reports: [report], html,
    template });
  const address = link("/grade", { example, report: name }) + (example ? "" : await fragmentOf(submission));
  history[example ? "replaceState" : "pushState"](null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** @param {string} name @returns {Promise<Submission>} */
async function fetchExample(name) {
  if (!EXAMPLES.some(([file]) => file === name)) {
    throw new Error(`there is no example ${name}; there are ${EXAMPLES.map(([file]) => file).join(" and ")}`);
  }
  const text = await (await fetch(`/page/agents/${name}`)).text();
  return { game: "tictactoe", files: [{ name, text }], description: "" };
}
