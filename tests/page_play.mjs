// What the play screen says, as JSON: run by test_page_play.py with the page's folder; the questions come by stdin, each
// [function, ...arguments].

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const page = (name) => import(pathToFileURL(`${process.argv[2]}/${name}`));
const { click, neighbour, refuseClick, shortcutIn, type, typedForms } = await page("board_input.js");
const { sideOf, stackOf } = await page("board_kinds.js");
const { motions } = await page("board_motion.js");
const pieces = await page("pieces.js");
const { clearFalls, decision, givenAway } = await page("decisive.js");
const { easierThan, playerGroups, playerWord } = await page("players.js");
const { inPairs, turnWords } = await page("turns.js");
const { estimateScale, height } = await page("value_height.js");

const answers = {
  clicks: (board, cells) => cells.reduce(({ clicked }, cell) => click(board, clicked, cell), { clicked: [] }),
  motions: (before, after) => motions(before, after, { size: 1, top: 0, box: ({ x, y, width, height }) => ({ x, y, w: width, h: height, cx: x, cy: y }), isUpper: () => true }).map(({ cell, kind, from, via = [] }) => [after.board.cells[cell].name, kind, from, ...via]),
  neighbour,
  pieces: () => pieces,
  refused: (board, cell) => {
    const said = [];
    refuseClick(board, cell, (...words) => said.push(...words));
    return said;
  },
  shortcuts: (position) => ["H", "N", "R"].map((letter) => shortcutIn(position, letter)),
  sideOf: (sides, kind, piece) => sideOf(sides, { kind, piece }),
  stackOf,
  typedForms,
  easierThan,
  clearFalls: (judged) => clearFalls(judged).map(({ number }) => number),
  estimateScale,
  givenAway,
  height,
  inPairs,
  playerGroups,
  playerWord,
  turnWords,
  typed: (legal, names, keys) => keys.split(" ").reduce((before, key) => type(legal, names, before?.typed ?? "", key), null),
  decision: (judged, side, isLost) => decision(judged, side, isLost, inPairs(judged.map((each) => each.move), judged.map((each) => each.side))),
};
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(([name, ...given]) => answers[name](...given))));
