"""What a program may want to hear: the answers that a prompt or a menu offers, in any language, the best ones first."""

from __future__ import annotations

import re
from collections.abc import Iterator


def _words(text: str) -> list[str]:
    return text.split()


HARD = _words("""
    hard impossible unbeatable expert perfect minimax alpha genius master difícil dificil imposible experto trudny
    niemożliw mistrz schwer unschlagbar unmöglich difficile invincib сложн невозмож moeilijk svår zor imbat
""")
COMPUTER = _words("""
    computer ai cpu bot machine single one-player komputer ordenador computadora máquina maquina ordinateur rechner
    компьютер bilgisayar ia ki solo
""")
TWO_PLAYERS = _words("""
    two-player 2-player players friend multiplayer pvp dwóch gracz-gracz jugadores spieler joueurs giocatori amigo
    human-vs-human person-vs-person znajomy freund ami
""")
UNWANTED = _words("""
    quit exit leave stop salir wyjście wyjscie koniec beenden quitter esci rules help reglas zasady regeln règles
    instructions credits load easy łatwy latwy fácil facil leicht einfach facile random losow aleatorio zufall
""")
LEVELS = _words("""
    depth level difficult nivel dificultad profundidad poziom głębok stufe tiefe schwierigkeit niveau profondeur
    livello zorluk уровень
""")
NAMES = _words("""
    name nombre imię imie nom nome имя naam namn isim
""")

JOINS = r"or|o|oder|lub|czy|albo|ou|oppure|eller|of|или|veya|and|y|und|oraz|i|et|e"
TELLS = r"=|for|para|für|dla|pour|per|to|->|=>|:|-|\.|\)|if|si|wenn|jeśli"

MOST_ANSWERS = 16

_MENU_LINE = re.compile(r"^\s*[\[(<'\"]?([A-Za-z0-9]{1,2})[\])>'\"]?\s*(?:[-.):=>]+|\s-\s)\s*([^\s|].*)$", re.MULTILINE)
_INLINE = re.compile(rf"\b([0-9]|[A-Za-z])['\"]?\s*(?:{TELLS})\s*([^\W\d_][^\d,;/()]*)", re.IGNORECASE)
_GROUP = re.compile(r"[\[({]\s*([^\[\](){}\n]{1,60}?)\s*[\])}]")
_PAIR = re.compile(rf"([^\s,.:;?!()]{{1,10}})\s+(?:{JOINS})\s+([^\s,.:;?!()]{{1,10}})", re.IGNORECASE)
_SLASHES = re.compile(r"(?<![\w/])([^\s/,.:;?!()\[\]]{1,10}(?:/[^\s/,.:;?!()\[\]]{1,10})+)")
_QUOTED = re.compile(r"['\"“”‘’`]([^\s'\"“”‘’`]{1,10})['\"“”‘’`]")
_LETTER = re.compile(r"[\[(]([A-Za-z0-9])[\])](\w+)")
_BEFORE_LETTER = re.compile(r"([^\W\d_]{2,20})\s*[\[(]([A-Za-z0-9])[\])]")
_RANGE = re.compile(r"\b(\d)\s*(?:-|–|to|a|bis|do|à|\.\.)\s*(\d)\b")

DEEPEST = ("9", "8", "5", "3")
ALWAYS = ("X", "1", "2", "y", "O", "n", "0", "3", "", "Ann")
QUESTION = ("y", "n", "1", "2", "X", "O", "s", "t", "j", "yes", "no", "")


def offered(text: str) -> list[str]:
    """The answers that a text names, the best ones first.

    >>> offered("Do you want to be X or O? ")
    ['X', 'O']
    >>> offered("1. Two players\\n2. Against the computer\\n3. Quit\\nYour choice: ")
    ['2', '1', '3']
    """
    found: dict[str, int] = {}
    for answer, label in _labelled(text):
        found.setdefault(answer, _score(label))
    for answer in _listed(text):
        if 0 < len(answer) <= 12:
            found.setdefault(answer, _score(answer))
    return sorted(found, key=lambda answer: -found[answer])


def plausible(prompt: str) -> list[str]:
    """Answers to a prompt that offers none; the greatest level first."""
    if any(level in prompt.lower() for level in LEVELS):
        return [*DEEPEST, *ALWAYS]
    if any(name in prompt.lower() for name in NAMES):
        return ["Ann", *ALWAYS]
    return list(QUESTION if "?" in prompt else ALWAYS)


def _labelled(text: str) -> Iterator[tuple[str, str]]:
    yield from ((found[1], found[1] + found[2]) for found in _LETTER.finditer(text))  # [E]asy
    yield from ((found[2], found[1]) for found in _BEFORE_LETTER.finditer(text))  # easy (e)
    for line in text.split("\n"):
        menu = _MENU_LINE.match(line)
        inline = list(_INLINE.finditer(line))
        if menu and len(inline) < 2:
            yield menu[1], menu[2]
        elif len(inline) > 1:
            yield from ((found[1], found[2]) for found in inline)


def _listed(text: str) -> Iterator[str]:
    for group in _GROUP.findall(text):
        words = re.split(rf"\s*[/|,;]\s*|\s+(?:{JOINS})\s+", group)
        if len(words) > 1 and all(len(word.split()) == 1 for word in words if word):
            yield from (word.strip("'\"=") for word in words)
    for found in _SLASHES.finditer(text):
        yield from (word.strip("'\"") for word in found[1].split("/"))
    for found in _PAIR.finditer(text):
        pair = [word.strip("'\"“”‘’`[]") for word in found.groups()]
        if all(len(word) <= 2 or word.isdigit() for word in pair) or all(len(word) <= 6 for word in pair):
            yield from pair
    yield from _QUOTED.findall(text)
    for found in _RANGE.finditer(text):
        numbers = [str(number) for number in range(int(found[1]), int(found[2]) + 1)]
        is_level = any(word in text.lower() for word in LEVELS)
        yield from reversed(numbers) if is_level else numbers


def _score(label: str) -> int:
    words = label.lower()
    joined = re.sub(r"\W+", "-", words)
    score = 3 * any(word in words for word in HARD)
    score += 2 * any(re.search(rf"\b{word}", words) for word in COMPUTER)
    score -= 3 * any(word in joined for word in TWO_PLAYERS)
    return score - 4 * any(word in words for word in UNWANTED)


def normal(prompt: str) -> str:
    """A prompt without what changes from turn to turn: numbers, lists of free cells, marks."""
    text = re.sub(r"\d+", "#", prompt.strip())
    text = re.sub(r"#(?:[\s,;|'\"]+#)+", "#", text)
    return re.sub(r"\s+", " ", text).casefold()


def escaped(text: str) -> str:
    """An expression for a text as it is; spaces stay as they are, since people read and edit it.

    >>> escaped("Row (1-3): ")
    'Row \\\\(1-3\\\\): '
    """
    return re.sub(r"([.^$*+?{}\[\]\\|()])", r"\\\1", text)


def expression(prompts: list[str]) -> str:
    """A regular expression that finds these prompts at the end of a page; "" where they are too different.

    >>> expression(["Your move (1-9):", "Your move (1-9):"])
    'Your move \\\\(1-9\\\\):$'
    """
    if len(set(prompts)) == 1:
        return escaped(prompts[0]) + "$" if prompts[0] else ""
    if len({normal(prompt) for prompt in prompts}) == 1:
        parts = re.split(r"(?:\d+[\s,;|'\"]*)+", prompts[0])
        return r"[\d\s,;|'\"]+".join(escaped(part.rstrip()) for part in parts) + "$"
    return ""
