// How cells, columns and pits are numbered: as the game usually does, from 0 or from 1, as the person has chosen.
//
// This is the only place of the page that knows about numberings, and it translates nothing itself. A game writes and
// reads its moves from either number (`load(spec, count_from=...)`), so the server is asked and answers in the chosen
// numbering: labels, lists, lines, reasons and typed moves agree without a second notation. An address says how its
// moves are numbered (`count_from`), so that a link means the same game for everybody; where that is not the person's
// choice, the moves are written anew by `/api/renumbered`.

import { ask } from "../ui/api.js";
import { asked } from "./game.js";
import { usualSpec } from "./spec.js";
import { Choice, html, useEffect, useSetting } from "../ui/ui.js";

/** @import { ChangeGame, GameAddress } from "./game.js" */

/** @typedef {{ chosen: string, choose: (next: string) => void }} Numbering */

/** @type {[key: string, words: string][]} */
const NUMBERINGS = [["", "as usual"], ["0", "from 0"], ["1", "from 1"]];

/**
 * The chosen numbering and how to choose another; null where the moves of the game have no numbers.
 * @param {GameAddress} game @param {Api.Lab} lab @param {ChangeGame} change
 * @returns {Numbering | null}
 */
export function useNumbering(game, lab, change) {
  const [chosen, choose] = useSetting("count_from", "");
  const isNumbered = lab.games.some(({ spec, is_numbered: numbered }) => numbered
    && spec === usualSpec(game.spec).split(":")[0]);
  const wanted = (isNumbered && chosen) || null;
  const whole = JSON.stringify([asked(game, game.moves.length), game.at, game.why]);
  useEffect(() => {
    if (game.count_from === wanted) return undefined;
    const leave = new AbortController();
    const rewritten = async (/** @type {string[]} */ moves) => {
      if (!moves.length) return moves;
      /** @type {Api.MovesView} */
      const found = await ask("renumbered", { ...asked({ ...game, moves }, moves.length), to: wanted },
        { signal: leave.signal });
      return found.moves;
    };
    const rewrite = async () => {
      const moves = await rewritten(game.moves);
      const why = game.why === null
        ? null : ((await rewritten([...game.moves.slice(0, game.at), game.why])).at(-1) ?? null);
      if (!leave.signal.aborted) change({ count_from: wanted, moves, at: game.at, why });
    };
    rewrite().catch(() => {}); // moves that cannot be read: the screen that shows them says why
    return () => leave.abort();
  }, [whole, wanted]);
  return isNumbered ? { chosen, choose } : null;
}

/** The choice; nothing where there is nothing to choose. @param {{ numbering: Numbering | null }} props */
export function NumberingChoice({ numbering }) {
  return numbering && html`<${Choice} label="Numbers" options=${NUMBERINGS} value=${numbering.chosen}
    onChange=${numbering.choose} />`;
}
