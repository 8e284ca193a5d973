"""Whether there is a GPU, and the package for arrays on it."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numba import config, cuda

from zerosum.errors import BadRequest


def gpu_arrays() -> Any:
    """`cupy`, or numpy with the simulator of CUDA; raises `BadRequest` where there is no GPU."""
    if config.ENABLE_CUDASIM:
        return np
    try:
        import cupy
    except ImportError:
        raise BadRequest("solving on a GPU needs the package cupy: pip install 'zerosum[gpu]'") from None
    if not cuda.is_available():
        raise BadRequest("no GPU was found: solving --on gpu needs one from NVIDIA, with its driver")
    warnings.filterwarnings("ignore", "Grid size")  # small layers have few positions
    return cupy
