"""What Connect Four 7x6 would take on N GPUs: arithmetic on the rates that one H200 reached on 6x6.

    python bench/gpu_plan.py

Measured by `zerosum solve connect4:6x6 --on gpu` (docs/solving-on-gpu.md). The counts of 7x6 are published (OEIS
A212693, J. Tromp). Nothing here solves anything: several GPUs would have to send each other the keys that they find,
which is not built.
"""

from __future__ import annotations

from math import ceil

POSITIONS = [
    *(1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683, 12236101, 30929111, 75437595),
    *(176541259, 394591391, 858218743, 1763883894, 3568259802, 6746155945, 12673345045, 22010823988, 38263228189),
    *(60830813459, 97266114959, 140728569039, 205289508055, 268057611944, 352626845666, 410378505447, 479206477733),
    *(488906447183, 496636890702, 433471730336, 370947887723, 266313901222, 183615682381, 104004465349, 55156010773),
    *(22695896495, 7811825938, 1459332899),
]
"""Of each ply of 7x6. About half of them are stored, mirror images once."""

STORED_6X6 = 34_586_522_319
EXPANDED_A_SECOND = STORED_6X6 / 56.7
VALUED_A_SECOND = STORED_6X6 / 84.7
BYTES_A_SECOND = 43e9 * 2 / 105.8
"""Read from files in host memory, checked, copied to the GPU and decoded."""
KEYS_IN_A_SET = 0.6 * 2**33
KEYS_IN_A_MAP = 2**32 * 2 / 3
BITS_A_KEY, BITS_A_POSITION = 10.2, 13.9
"""Keys alone, and keys with scores; 6x5 took 13.2 bits a position, 6x6 13.5."""
DOLLARS_AN_HOUR = 4.0
"""An assumption: what an H200 costs to rent."""


def hours(gpus: int) -> tuple[float, float]:
    """The hours of the kernels, and those of reading layers once for each range of keys."""
    kernels, read = 0.0, 0.0
    for here, after in zip(POSITIONS, [*POSITIONS[1:], 0], strict=True):
        stored, following = here / 2, after / 2
        sets = max(1, ceil(following / (KEYS_IN_A_SET * gpus)))
        maps = max(1, ceil(following / (KEYS_IN_A_MAP * gpus)))
        kernels += stored * (sets / EXPANDED_A_SECOND + maps / VALUED_A_SECOND) / gpus
        read += stored * BITS_A_KEY / 8 * (sets + maps) / BYTES_A_SECOND / gpus
    return kernels / 3600, read / 3600


def main() -> None:
    """Print the table."""
    total = sum(POSITIONS)
    print(f"7x6: {total:,} positions, about {total / 2 * BITS_A_POSITION / 8 / 1e12:.1f} TB")
    print("GPUs  kernels h  reading h  all h   dollars")
    for gpus in (1, 8, 64):
        kernels, read = hours(gpus)
        every = kernels + read
        print(f"{gpus:4}  {kernels:9.1f}  {read:9.1f}  {every:5.1f}  {every * gpus * DOLLARS_AN_HOUR:8,.0f}")


if __name__ == "__main__":
    main()
