"""The rules of the checker for the sections around the measurements: theory, games, limits, conclusion."""

from __future__ import annotations

import platform
import re

from tests.answers.lab.report_checker import (
    BEYOND_DEPTH,
    COUNT,
    NAME,
    NAMES,
    NUMBER,
    SHARE,
    SIZE,
    TIME,
    Truth,
    about,
    breadth,
    count,
    names,
    says,
)
from zerosum.answers.lab.report.document import Listing
from zerosum.answers.lab.report.references import REFERENCES, reference_lines
from zerosum.core.board import board_of
from zerosum.engines.search.cycles import can_repeat

PLIES = r"(\d+) pl(?:y|ies)"


def state_text(truth: Truth, moves: list[str]) -> str:
    """The position after these moves from the report's own position."""
    game = truth.game
    state = game.read_position(truth.data["position"])
    for move in moves:
        state = game.play(state, game.read_move(state, move))
    return game.position_text(state)


@says(r"Not finished: (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return said[1] == "; ".join(truth.data["unfinished"])


@says(
    r"The whole tree of (.+) from S_\{0\} has ([\d,]+) nodes?, and ([\d,]+) of them are leaves: so many "
    r"different games "
    r"can be played from S_\{0\}, up to a longest of (\d+) plies\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    row = next(row for row in truth.rows if row["algorithm"] in ("minimax", "expectimax"))
    numbers = (row["nodes"], row["leaves"], row["deepest"])
    return truth.data["depth"] is None and row["exact"] and (count(said[2]), count(said[3]), int(said[4])) == numbers


@says(rf"An example is `(.+)`: (\S+) wins by `(.+)` in {PLIES} and by `(.+)` in (\d+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    """Asked of another search: deepening, with distances."""
    from zerosum.engines.search import algorithm

    game = truth.game
    state = game.read_position(said[1])
    side = game.to_move(state)
    for move, plies in ((said[3], int(said[4])), (said[5], int(said[6]))):
        child = game.play(state, game.read_move(state, move))
        if game.is_over(child):
            if plies != 1 or (game.utility(child) > 0) != (side == 0):
                return False
            continue
        value = algorithm("alphabeta")(game, child).value
        mine = value if game.to_move(child) == side else -value
        if str(mine) != f"win in {plies - 1}":
            return False
    return game.side_name(side) == said[2] and int(said[4]) < int(said[6])


@says(
    r"On a board of (\d+) cells that fill one by one, C = (\d+) will do, and the plies may be counted "
    r"from the empty board: "
    r"a win at depth d is worth (\d+) − d\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    cells = len(board_of(truth.game, truth.game.start).cells)
    return [int(said[n]) for n in (1, 2, 3)] == [cells, cells + 1, cells + 1]


@says(r"At that depth (\d+) − d cells are empty, so that “empty cells \+ 1” is the same number in other words\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return int(said[1]) == len(board_of(truth.game, truth.game.start).cells)


@says(
    r"Here the quick win ends at depth (\d+) and is worth (\d+) − (\d+) = (\d+), which is (\d+) empty "
    r"cells \+ 1; the slow "
    r"one ends at depth (\d+) and is worth (\d+)\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    quick, most, again, worth, empty, slow, slow_worth = (int(each) for each in said.groups())
    example = truth.data["distance"]
    board = board_of(truth.game, truth.game.read_position(example["state"]))
    played = sum(bool(cell.piece) for cell in board.cells)
    return (
        most == len(board.cells) + 1
        and quick == again == played + example["quick_plies"]
        and worth == most - quick == empty + 1
        and slow == played + example["slow_plies"]
        and slow_worth == most - slow
    )


@says(
    r"S: (?:A state is a tuple of .+\. )?([\d,]+) states? can be reached from S_\{0\}, ([\d,]+) of them finished"
    r"(?:; up to symmetry there are ([\d,]+))?\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    states = truth.data["states"]
    symmetric = said[3] is None or count(said[3]) == states["classes"]
    return (
        states["exact"]
        and count(said[1]) == states["count"]
        and count(said[2]) == sum(states["finished"].values())
        and symmetric
    )


@says(
    r"S: (?:A state is a tuple of .+\. )?More than ([\d,]+) states can be reached from S_\{0\} \(counting "
    r"was stopped there\)\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    return not truth.data["states"]["exact"] and count(said[1]) == truth.data["states"]["count"]


@says(r"A\(s\): ([\d,]+) moves? in S_\{0\}: (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    game = truth.game
    state = game.read_position(truth.data["position"])
    moves = [game.move_text(state, move) for move in game.moves(state)]
    shown = names(said[2])
    return (
        count(said[1]) == len(moves)
        and shown == moves[: len(shown)]
        and (said[2].endswith("...") == (len(shown) < len(moves)))
    )


@says(r"A\(s\): In games played at random a position has ([\d.]+) on average\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return about(said[1], truth.data["mean_moves"])


@says(r"T\(s, a\): The state after move a: T\(S_\{0\}, (.+)\) = `(.+)`\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return state_text(truth, [said[1]]) == said[2]


@says(r"S_\{0\}: `(.+?)`(?:, as numbers `.+`)?\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return bool(said[1] == truth.data["position"])


@says(r"P\(a \| s\): The probability of an outcome where chance moves; in `(.+)`: (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    game = truth.game
    state = game.read_position(said[1])
    odds = {game.move_text(state, move): str(chance) for move, chance in game.chances(state)}
    return all(odds[move] == chance for move, chance in re.findall(r"`(\S+)` (\d+/\d+)", said[2]))


@says(r"U\(s\): Of the finished states, (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    finished = truth.data["states"]["finished"]
    told = {each[1].replace("−", "-"): count(each[0]) for each in re.findall(r"([\d,]+) with U = ([+−]?\d+)", said[1])}
    return bool({str(int(utility)): number for utility, number in told.items()} == finished)


@says(r"U\(s\): The finished states have utilities from ([+−]?\d+) to ([+−]?\d+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    utilities = [int(each) for each in truth.data["states"]["finished"]]
    return [int(said[n].replace("−", "-")) for n in (1, 2)] == [min(utilities), max(utilities)]


@says(rf"(\S+), played by {NAME}, won(?: by (\d+))? after {PLIES}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    for played in truth.data["games"]:
        utility = played["utility"]
        if not utility or len(played["plies"]) != int(said[4]):
            continue
        side = 0 if utility > 0 else 1
        margin = said[3] is None or abs(utility) == int(said[3])
        if (truth.game.sides[side], played["players"][side]) == (said[1], said[2]) and margin:
            return True
    return False


@says(rf"The game (ended in a draw|was left unfinished) after {PLIES}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    wanted = 0 if "draw" in said[1] else None
    return any(each["utility"] == wanted and len(each["plies"]) == int(said[2]) for each in truth.data["games"])


@says(r"The moves: (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    """The moves are legal and lead to the end that the JSON has; the utility of that end is the one told."""
    for played in truth.data["games"]:
        moves = [ply["move"] for ply in played["plies"]]
        if moves == names(said[1]) and state_text(truth, moves) == played["end"]:
            end = truth.game.read_position(played["end"])
            return bool(played["utility"] == (truth.game.utility(end) if truth.game.is_over(end) else None))
    return False


@says(
    rf"For the {COUNT} moves? of {NAMES} in Figure \d+, {COUNT} (?:node was|nodes were) searched"
    rf"(?:, {COUNT} of them for the first)?\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    told = [count(said[1]), count(said[3]), count(said[4] or said[3])]
    return any(
        (searched := [ply["nodes"] for ply in played["plies"] if ply["nodes"]])
        and told == [len(searched), sum(searched), searched[0]]
        and (said[4] is None) == (len(searched) == 1)
        for played in truth.data["games"]
    )


@says(rf"{NAMES} lost none of (?:its|their) {COUNT} games and cannot be beaten, on whichever side\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    found = [truth.replies(name) for name in names(said[1])]
    return all(is_whole(each, 0) and sum(side["games"] for side in each) == count(said[2]) for each in found)


def is_whole(found: list[dict[str, int]], lost: int | None = None) -> bool:
    """Whether both sides were followed to the end, the counts add up, and so many games were lost."""
    sums = all(each["games"] == each["won"] + each["drawn"] + each["lost"] for each in found)
    whole = len(found) % 2 == 0 and all(each["is_complete"] for each in found)
    return sums and whole and (lost is None or sum(each["lost"] for each in found) == lost)


@says(rf"{NAMES} lost ([\d,]+ of [\d,]+ as \S+?(?: and [\d,]+ of [\d,]+ as \S+?)?)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    told = {
        side: (count(lost), count(games)) for lost, games, side in re.findall(r"([\d,]+) of ([\d,]+) as (\S+)", said[2])
    }
    return all(
        is_whole(truth.replies(name))
        and {each["side"]: (each["lost"], each["games"]) for each in truth.replies(name) if each["lost"]} == told
        for name in names(said[1])
    )


@says(r"(It|They) lost only where the search had called the position lost before: no move gave a game away\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    blameless = [each for each in truth.data["replies"] if each["lost"] and each["thrown"] == 0]
    return len(blameless) >= (1 if said[1] == "It" else 2)


@says(rf"All {COUNT} games against {NAMES} were followed, and none was lost: the program cannot be beaten\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    found = truth.data["replies"]
    return (
        is_whole(found, 0)
        and {each["algorithm"] for each in found} == set(names(said[2]))
        and (sum(each["games"] for each in found) == count(said[1]))
    )


@says(
    rf"(All {COUNT}|Of the {COUNT}) searches of Table \d+(?:, {COUNT})? were measured so(?:\.|; "
    rf"(the others have more than {COUNT} nodes|for the others there was no time)\.)"
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    searches, traced = len(truth.data["points"]), len(truth.data["memory"])
    if said[2]:
        return count(said[2]) == searches == traced
    known = {(point["algorithm"], point["depth"]) for point in truth.data["memory"]}
    left = [point["nodes"] for point in truth.data["points"] if (point["algorithm"], point["plies"]) not in known]
    right = said[6] is None or min(left) > count(said[6])
    return count(said[3]) == searches and count(said[4]) == traced < searches and right


@says(rf"Here b = {NUMBER} is the factor by which the nodes of {NAME} grew with each ply\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return truth.data["whole_tree"] == said[2] and about(said[1], breadth(truth))


@says(rf"Here b = {NUMBER} is the mean number of moves in games played at random\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return truth.data["whole_tree"] is None and about(said[1], breadth(truth))


@says(r"It was fitted to the depths (\d+) to (\d+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    first = truth.data["points"][0]["algorithm"]
    depths = [point["plies"] for point in truth.points(first)]
    return (int(said[1]), int(said[2])) == (min(depths), max(depths))


@says(rf"From Figure \d+ on, the position `(.+)` is searched(?: to a depth of {PLIES})?: .+")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return bool(said[1] == truth.data["example"])


@says(rf"The tree of {NAME}: {COUNT} nodes?(?:, {COUNT} cut-offs?)?(?:; of each node, \d+ moves are drawn)?\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    tree = next(each for each in truth.data["trees"] if each["algorithm"] == said[1])
    return (count(said[2]), count(said[3] or "0")) == (tree["nodes"], tree["cutoffs"])


@says(rf"Time: {NAMES} visited {COUNT} nodes, (?:the most of all (\d+) searches|more than the other search)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    most = max(row["nodes"] for row in truth.done)
    all_ = [row["algorithm"] for row in truth.done if row["nodes"] == most]
    return all_ == names(said[1]) and most == count(said[2]) and len(truth.done) == int(said[3] or 2) > len(all_)


@says(
    rf"Growth: each further ply multiplies the nodes of {NAME} by {NUMBER} on average, so that a game with "
    rf"more plies is soon "
    r"out of reach\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    return truth.data["whole_tree"] == said[1] and about(said[2], breadth(truth)) and breadth(truth) > 1


@says(rf"Depth: the searches end after {PLIES}, and what lies beyond is estimated\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return bool(truth.data["depth"] == int(said[1]))


@says(rf"Memory: {NAMES} held {SIZE} at the peak, (?:the most of all (\d+) searches|more than the other search)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    peaks = [row["peak_bytes"] for row in truth.done if row["peak_bytes"]]
    right = names(said[1]) == shared(truth, "peak_bytes", most=True) and about(said[2], max(peaks))
    return right and len(peaks) == int(said[3] or 2)


@says(rf"Memory: all (\d+) searches held about the same at the peak, {SIZE} at most\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    peaks = [row["peak_bytes"] for row in truth.done if row["peak_bytes"]]
    return len(peaks) == int(said[1]) and about(said[2], max(peaks)) and min(peaks) >= 0.95 * max(peaks)


def shared(truth: Truth, key: str, *, most: bool) -> list[str]:
    """The rows within a twentieth of the end, where not all are."""
    rows = {row["algorithm"]: row[key] for row in truth.done if row[key]}
    sign = 1 if most else -1
    found = [
        name
        for name, mine in rows.items()
        if not any(sign * other > sign * mine * (1 + sign * 0.05) for other in rows.values())
    ]
    return found if len(found) < len(rows) else []


@says(
    rf"In this game {NAME} looked {PLIES} ahead for each move, so that it may choose other moves than in the "
    r"measurements, where it looked further\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    depth = int(said[2])
    played = any(
        [said[1], depth] in map(list, zip(g["players"], g["depths"], strict=True)) for g in truth.data["games"]
    )
    return played and depth < (truth.data["depth"] or 1_000)


@says(rf"(.+) was written as a search problem, and {NAMES} searched it\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return said[1] == truth.game.name and names(said[2]) == truth.data["algorithms"]


@says(rf"{NAMES} visited the fewest nodes, {COUNT} against {COUNT} of {NAME}, which is {SHARE}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    one, other = truth.row(names(said[1])[0])["nodes"], truth.row(said[4])["nodes"]
    fewest = [row["algorithm"] for row in truth.done if row["nodes"] == min(each["nodes"] for each in truth.done)]
    right = fewest == names(said[1]) and truth.is_extreme(said[4], "nodes", most=True)
    return right and (count(said[2]), count(said[3])) == (one, other) and about(said[5], one / other)


@says(rf"{NAMES} (?:was|were) the fastest with {TIME}, and {NAMES} the slowest with {TIME}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return are_ends(truth, "seconds", (said[1], said[2]), (said[3], said[4]))


@says(rf"{NAMES} needed the most memory with {SIZE}, and {NAMES} the least with {SIZE}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return are_ends(truth, "peak_bytes", (said[3], said[4]), (said[1], said[2]))


def are_ends(truth: Truth, key: str, least: tuple[str, str], most: tuple[str, str]) -> bool:
    """Whether these are all rows with the least and the most, and these the amounts."""
    amounts = [row[key] for row in truth.done]
    right = names(least[0]) == shared(truth, key, most=False) and names(most[0]) == shared(truth, key, most=True)
    return right and about(least[1], min(amounts)) and about(most[1], max(amounts))


@says(rf"This report was written by zerosum \S+; the searches of Table \d+ took {TIME} together\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return about(said[1], sum(each["seconds"] for each in truth.rows or truth.data["points"]))


@says(r"Publications: (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    known = {name for name, _ in REFERENCES.values()}
    listed = " ".join(reference_lines(truth.document.cited))
    return all(each in known and each[-5:-1] in listed for each in said[1].split("; "))


@says(r"On the game itself: .+\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return any(REFERENCES[key][0] in said[0] for key in truth.document.cited)


@says(r"`random` draws its moves \(seed (\d+)\)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return any("random" in each["players"] for each in truth.data["games"])


@says(rf"{NAME} against {NAME}: the board after every move\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return any(each["players"] == [said[1], said[2]] for each in truth.data["games"])


@says(r"The last (\d+) of (\d+) boards are shown\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return any(len(each["plies"]) + 1 == int(said[2]) > int(said[1]) for each in truth.data["games"])


@says(rf"{NAMES} (?:try|tries) them in an order that the game names: (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    game = truth.game
    state = game.read_position(truth.data["position"])
    order = [game.move_text(state, move) for move in game.rules.order or () if move in game.moves(state)]
    return names(said[2]) == order[: len(names(said[2]))]


@says(r"The game has too many states to follow all replies, so that this report does not prove it\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    states = truth.data["states"]
    return states is None or not states["exact"] or states["count"] > 50_000


@says(r"A game that can repeat positions may go on for ever, so that not all of its games can be followed\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return can_repeat(truth.game.rules)


@says(r"Finite: no state comes back in a game, so that every game ends\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return not can_repeat(truth.game.rules)


@says(r"Deterministic: a move leads to one state\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return truth.game.rules.odds is None


@says(r"They ran in plain Python \((.+) (.+), (.+)\)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return said[2] == platform.python_version() and all(row["tier"] == "reference" for row in truth.rows)


@says(
    r"(?:PLAYER\(s\): )?(\S+) is MAX and (\S+) is MIN(, and chance, whose outcomes have known odds)?; "
    r"(\S+) moves in S_\{0\}\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    game = truth.game
    mover = game.side_name(game.to_move(game.read_position(truth.data["position"])))
    return (said[1], said[2], said[4]) == (*game.sides, mover) and bool(said[3]) == (game.rules.odds is not None)


@says(
    r"U\(s\): For (\S+): (\+1 for a win, 0 for a draw, −1 for a loss|1,000,000 − d for a win d plies "
    r"after the position that is "
    r"searched, 0 for a draw, d − 1,000,000 for a loss after d plies)\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    has_distance = not truth.data["plain"] and truth.game.rules.odds is None and not truth.game.margin
    return said[1] == truth.game.sides[0] and ("1,000,000" in said[2]) == has_distance


@says(r"Another limit held or they were stopped: (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return names(said[1]) == [row["algorithm"] for row in truth.rows if row not in truth.done]


@says(
    r"(?:In this report the values are plain: a win is worth 1 and a loss −1 at any distance, as in most "
    r"textbooks|In this report the "
    r"values count plies, with C = 1,000,000; a value such as “win in 5” says the plies)\."
)
def _(truth: Truth, said: re.Match[str]) -> bool:
    return bool(truth.data["plain"] == ("plain" in said[0]))


@says(rf"All games against {NAME} that looks only a few plies ahead\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return {each["algorithm"] for each in truth.data["shallow"]} == {said[1]}


@says(r"S: A state is a tuple of (\d+) integers?\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    state = truth.game.read_position(truth.data["position"])
    return isinstance(state, tuple) and len(state) == int(said[1])


@says(r"The algorithms are (.+)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return said[1].count(",") + said[1].count(" and ") + 1 == len(truth.data["algorithms"])


@says(rf"(?:explain|What the searches share stands in `run\.py`: it counts the nodes of) {NAMES}, .+")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return bool(names(said[1]) == truth.data["algorithms"])


@says(rf"Which lines of {NAME} do what its pseudocode says\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return said[1] in truth.data["algorithms"]


@says(rf"For {NAMES} there was no time to follow all replies\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return all(not all(each["is_complete"] for each in truth.replies(name)) for name in names(said[1]))


@says(rf"{NAME} also runs on (Listing \d+(?: and Listing \d+)*)\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    blocks = [block for section in truth.document.sections for block in section.blocks]
    return set(said[2].split(" and ")) <= {block.label for block in blocks if isinstance(block, Listing)}


@says(rf"The depth limit is not for {NAMES}\.")
def _(truth: Truth, said: re.Match[str]) -> bool:
    return all(name.startswith(BEYOND_DEPTH) for name in names(said[1])) and truth.data["depth"] is not None
