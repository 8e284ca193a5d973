"""The estimate of backgammon: checkers by point, blots in reach, and checkers behind made points, with learnt weights.

A position is worth v = (what the first side has) - (what the second has), in thousandths of a point, and the estimate
is 3 v / (2 + |v|), which grows to a lost backgammon and no further. Past contact only the checkers and the roll count.

The weights were learnt by temporal differences: 50,000 games of the estimate against itself, each side making the play
whose position it likes best (Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988; Tesauro,
"Temporal Difference Learning and TD-Gammon", 1995, for the idea that backgammon teaches itself). The program is
`bench/backgammon_weights.py`; `docs/decisions/0007-great-games.md` has the details. What a roll hits by one checker at
a distance is the usual table of shots.
"""

from __future__ import annotations

from zerosum.core.games.backgammon_rules import BAR, CHECKERS, HOME, State, count_at, held, made, mirrored
from zerosum.core.value import WIN

CONTACT = (
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, -133, -43, -129, -197, -248, -264, -310),  # 1
    (0, -95, -50, -124, -176, -254, -267, -295),  # 2
    (0, -64, -13, -70, -177, -265, -341, -456),  # 3
    (0, -49, -4, -57, -141, -363, -559, -659),  # 4
    (0, -52, 48, 13, -83, -253, -460, -497),  # 5
    (0, -83, -25, -43, -103, -168, -457, -860),  # 6
    (0, 5, 20, 8, -125, -228, -487, -562),  # 7
    (0, 15, -1, 17, -73, -175, -318, -709),  # 8
    (0, -2, -179, -290, -437, -482, -555, -630),  # 9
    (0, -21, -234, -243, -383, -524, -594, -701),  # 10
    (0, -22, -214, -250, -452, -507, -681, -770),  # 11
    (0, -26, -389, -341, -438, -635, -720, -840),  # 12
    (0, -38, -55, -89, -219, -391, -950, -1354),  # 13
    (0, -58, -763, -574, -690, -699, -839, -980),  # 14
    (0, -80, -554, -637, -639, -816, -897, -1054),  # 15
    (0, -98, -504, -501, -746, -884, -966, -1121),  # 16
    (0, -127, -501, -548, -747, -895, -1025, -1197),  # 17
    (0, -131, -386, -556, -952, -988, -1116, -1257),  # 18
    (0, -142, -271, -507, -733, -995, -1204, -1337),  # 19
    (0, -165, -267, -373, -614, -1101, -1448, -1589),  # 20
    (0, -161, -287, -401, -671, -1099, -1335, -1597),  # 21
    (0, -153, -335, -456, -711, -1187, -1439, -1634),  # 22
    (0, -180, -393, -537, -805, -1234, -1494, -1682),  # 23
    (0, -185, -446, -656, -1000, -1457, -1634, -1749),  # 24
    (0, -344, -691, -962, -1092, -1254, -1500, -1750),  # bar
)  # fmt: skip
"""What 0, 1, 2 ... checkers on a point are worth while the sides can still meet; the last column is seven or more."""

CONTACT_OFF = (-863, -635, -597, -509, -406, -291, -224, -77, 73, 255, 542, 851, 1072, 1396, 1513, 300)
"""What 0, 1, 2 ... checkers that are off are worth then."""

BEHIND_HOME = (93, 65, 84, 100, 153, 287, 435)
BEHIND = (70, 104, 129, 158, -8, 0, 0)
"""What it is worth that a checker of the other side has 0 to 6 made points among its next six: a checker on the bar or
in the own home board, and one farther on."""

SHOT_PIPS, SHOT_HOME = -54, -39
"""What a hit blot costs: for ten pips that it loses, and for three made points in the home board that it must enter."""

TO_ROLL = 95
"""What it is worth to roll next."""

RACE = (
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 141, 227, 284, 335, 373, 426, 510),  # 1
    (0, 79, 134, 187, 241, 267, 306, 362),  # 2
    (0, 50, 88, 120, 156, 171, 173, 202),  # 3
    (0, 27, 63, 95, 106, 74, -42, -230),  # 4
    (0, -5, 4, 13, 40, 67, -180, -307),  # 5
    (0, -17, -49, -59, -80, -96, -282, -557),  # 6
    (0, -83, -219, -320, -473, -554, -589, -552),  # 7
    (0, -116, -248, -396, -543, -693, -834, -931),  # 8
    (0, -150, -376, -539, -667, -641, -550, -630),  # 9
    (0, -185, -439, -630, -776, -634, -613, -700),  # 10
    (0, -219, -510, -725, -835, -646, -665, -770),  # 11
    (0, -268, -622, -799, -800, -646, -738, -841),  # 12
    (0, -310, -612, -924, -1254, -1461, -1281, -1051),  # 13
    (0, -343, -716, -666, -672, -705, -842, -980),  # 14
    (0, -384, -789, -847, -795, -803, -904, -1050),  # 15
    (0, -416, -860, -898, -896, -854, -966, -1120),  # 16
    (0, -462, -942, -943, -916, -897, -1024, -1194),  # 17
    (0, -492, -1001, -1050, -1020, -990, -1099, -1264),  # 18
    (0, -565, -1194, -1522, -1201, -1065, -1176, -1348),  # 19
    (0, -613, -1258, -1657, -1387, -1255, -1339, -1480),  # 20
    (0, -677, -1341, -1544, -1292, -1222, -1373, -1518),  # 21
    (0, -760, -1405, -1415, -1139, -1212, -1359, -1553),  # 22
    (0, -809, -1041, -1028, -1039, -1227, -1407, -1613),  # 23
    (0, -240, -480, -720, -960, -1200, -1440, -1680),  # 24
    (0, -250, -500, -750, -1000, -1250, -1500, -1750),  # bar
)  # fmt: skip
"""The same past contact."""

RACE_OFF = (-1100, -895, -757, -585, -442, -258, -119, 90, 221, 475, 597, 903, 1014, 1443, 1514, 300)
RACE_TO_ROLL = 161

HITS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""By how many of 36 rolls a checker hits another one at this distance, if nothing is in its way."""

ANOTHER = 11
"""The rolls that one more checker at a direct distance adds, where the others miss."""

POINT = 1000
"""The unit of the weights: thousandths of a point."""

ON_BOARD = (1 << BAR) - 2
"""The points 1 to 24."""


def estimate(state: State) -> int:
    """What the position is worth to the first side, in parts of a point."""
    first_low, first_high, second_low, second_high, side, _ = state
    farthest = held(first_low, first_high).bit_length() - 1
    nearest = BAR + 1 - held(second_low, second_high).bit_length()
    if farthest < nearest:
        worth = checkers(first_low, first_high, 1) - checkers(second_low, second_high, 1)
        to_roll = RACE_TO_ROLL
    else:
        worth = checkers(first_low, first_high, 0) - checkers(second_low, second_high, 0)
        worth += against(first_low, first_high, second_low, second_high)
        worth -= against(second_low, second_high, first_low, first_high)
        to_roll = TO_ROLL
    worth += to_roll if side == 0 else -to_roll
    return 3 * WIN * worth // (2 * POINT + abs(worth))


def checkers(low: int, high: int, is_race: int) -> int:
    """What the checkers of a side are worth where they stand."""
    worth, off = 0, CHECKERS
    for point in range(1, BAR + 1):
        count = count_at(low, high, point)
        off -= count
        worth += RACE[point][min(count, 7)] if is_race else CONTACT[point][min(count, 7)]
    return worth + (RACE_OFF[off] if is_race else CONTACT_OFF[off])


def against(low: int, high: int, other_low: int, other_high: int) -> int:
    """What a side has against the other one: its blots in reach, and checkers of the other that have to pass it."""
    own_made = made(low, high) & ON_BOARD
    blots = held(low, high) & ~made(low, high) & ON_BOARD
    others = mirrored(held(other_low, other_high))  # as this side counts: they come from 0, their bar, upwards
    home = (made(other_low, other_high) & (1 << HOME + 1) - 2).bit_count()
    worth = 0
    for point in range(1, BAR):
        if blots >> point & 1:
            rolls = shots(others, point)
            worth += (SHOT_PIPS * rolls * (BAR - point)) // 360 + (SHOT_HOME * rolls * home) // 108
    for point in range(19):
        if others >> point & 1:
            ahead = (own_made >> (point + 1) & 63).bit_count()
            count = min(3, count_at(other_low, other_high, BAR - point))
            worth += count * (BEHIND_HOME[ahead] if point <= HOME else BEHIND[ahead])
    return worth


def shots(others: int, point: int) -> int:
    """By how many of 36 rolls, about, a blot on this point is hit by checkers that come from below."""
    direct = far = 0
    for distance in range(1, min(12, point) + 1):
        if others >> (point - distance) & 1:
            if distance > 6:
                far = max(far, HITS[distance])
            elif direct == 0:
                direct = HITS[distance]
            else:
                direct += (36 - direct) * ANOTHER // 36
    return direct + far * (36 - direct) // 36
