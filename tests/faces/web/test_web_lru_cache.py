"""The memory of answers: the oldest go first, and it keeps to its size."""

from __future__ import annotations

from zerosum.faces.web.lru_cache import LruCache


def test_the_one_not_wanted_for_longest_goes_first() -> None:
    recent = LruCache(most=10)
    recent.put("a", "1234")
    recent.put("b", "5678")
    assert recent.get("a") == "1234"
    recent.put("c", "90ab")
    assert [recent.get(each) for each in "abc"] == ["1234", None, "90ab"]


def test_what_is_given_again_counts_once() -> None:
    recent = LruCache(most=10)
    for _ in range(9):
        recent.put("a", "12345")
    recent.put("b", "67890")
    assert [recent.get(each) for each in "ab"] == ["12345", "67890"]


def test_what_is_too_long_is_not_kept() -> None:
    recent = LruCache(most=10)
    recent.put("a", "1")
    recent.put("b", "12345678901")
    assert [recent.get(each) for each in "ab"] == [None, None]
    recent.put("c", "1234567890")
    assert recent.get("c") == "1234567890"
