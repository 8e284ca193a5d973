// The commands and the Python that measure what a report shows.

import { quoted } from "../ui/shell.js";

/** @import { Wanted } from "./compare_wanted.js" */

/**
 * The commands, one for each part of the report.
 * @param {Wanted} wanted
 * @param {boolean} hasOrders whether alpha-beta can search the game in other orders
 */
export function command(wanted, hasOrders) {
  const where = [
    "zerosum", "compare", quoted(wanted.game),
    ...(wanted.position ? ["-p", quoted(wanted.position)] : []),
    ...(wanted.moves ? ["-m", quoted(wanted.moves)] : []),
    ...(wanted.count_from ? ["--count-from", quoted(wanted.count_from)] : []),
    ...(wanted.values === "plain" ? [] : ["--values", quoted(wanted.values)]),
    ...(wanted.seed === "0" ? [] : ["--seed", quoted(wanted.seed)]),
    "--time", quoted(wanted.seconds),
  ];
  const algorithms = ["-a", quoted(wanted.algorithms)];
  const tier = wanted.tier === "reference" ? [] : ["--tier", quoted(wanted.tier)];
  const positions = wanted.positions === "one" ? [] : ["--positions", quoted(wanted.positions)];
  const depth = wanted.depth ? ["--depth", quoted(wanted.depth)] : [];
  const parts = [
    [...algorithms, ...tier, ...positions, ...depth, ...(wanted.memory === "true" ? [] : ["--no-memory"])],
    ...(wanted.depths ? [[...algorithms, ...tier, "--growth", quoted(wanted.depths)]] : []),
    [...algorithms, ...positions, ...depth, "--ranks"],
    ...(hasOrders ? [[...positions, ...depth, "--orders"]] : []),
  ];
  return parts.map((part) => [...where, ...part].join(" ")).join("\n");
}

/**
 * The same as Python.
 * @param {Wanted} wanted
 * @param {boolean} hasOrders
 */
export function python(wanted, hasOrders) {
  const text = JSON.stringify;
  const names = `[${wanted.algorithms.split(",").map((name) => text(name)).join(", ")}]`;
  const game = text(wanted.game);
  const position = [
    wanted.count_from ? `zerosum.load(${game}, count_from=${Number(wanted.count_from)})` : game,
    ...(wanted.position ? [text(wanted.position)] : []),
    ...(wanted.moves ? [`moves=${text(wanted.moves)}`] : []),
  ];
  const plain = wanted.values === "plain" ? "True" : "False";
  const trials = `depth_trials(game, start, ${text(wanted.depths)})`;
  const lines = [
    "import zerosum",
    "from zerosum.answers.lab.compare import Setting, chosen_positions, compare, depth_trials, growth",
    "from zerosum.answers.lab.cutoffs import cuts_by_rank",
    ...(hasOrders ? ["from zerosum.answers.lab.move_orders import order_effect, order_rows"] : []),
    "",
    `position = zerosum.position(${position.join(", ")})`,
    "game, start = position.game, position.state",
    `states = chosen_positions(game, start, ${text(wanted.positions)}, seed=${Number(wanted.seed)})`,
    `names = ${names}`,
    `limit = zerosum.Limit(${wanted.depth ? `depth=${Number(wanted.depth)}` : ""})`,
    `setting = Setting(plain=${plain}, limit=limit, seed=${Number(wanted.seed)}, tier=${text(wanted.tier)})`,
    `seconds = ${Number(wanted.seconds)}`,
    "rows = list(compare(game, states, names, setting, seconds))",
    ...(wanted.depths ? [`points = list(growth(${trials}, names, setting, seconds))`] : []),
    "ranks = list(cuts_by_rank(game, states, names, setting, seconds))",
    ...(hasOrders ? ["orders = order_rows(list(order_effect(game, states, setting, seconds)))"] : []),
    "for row in rows:",
    "    print(row.algorithm, row.nodes, row.cutoffs)",
  ];
  return `${lines.join("\n")}\n`;
}
