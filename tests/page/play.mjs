// What the play screen says, as JSON: run by test_page_play.py with questions, each [function, ...arguments].

import { answerAll } from "harness";
import { click, neighbour, refuseClick, shortcutIn, type, typedForms } from "page/board/input.js";
import { sideOf, stackOf } from "page/board/kinds.js";
import { motions } from "page/board/motion.js";
import * as pieces from "page/board/pieces.js";
import { clearFalls, decision, givenAway } from "page/play/decisive.js";
import { easierThan, playerGroups, playerWord } from "page/game/players.js";
import { inPairs, turnWords } from "page/game/turns.js";
import { estimateScale, height } from "page/play/value_height.js";

const answers = {
  clicks: (board, cells) => cells.reduce(({ clicked }, cell) => click(board, clicked, cell), { clicked: [] }),
  motions: (before, after) =>
    motions(before, after, { size: 1, top: 0, box: ({ x, y, width, height }) =>
      ({ x, y, w: width, h: height, cx: x, cy: y }), isUpper: () => true })
        .map(({ cell, kind, from, via = [] }) => [after.board.cells[cell].name, kind, from, ...via]),
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
  typed: (legal, names, keys) => keys.split(" ")
    .reduce((before, key) => type(legal, names, before?.typed ?? "", key), null),
  decision: (judged, side, isLost) =>
    decision(judged, side, isLost, inPairs(judged.map((each) => each.move), judged.map((each) => each.side))),
};
answerAll(answers);
