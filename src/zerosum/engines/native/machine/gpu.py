"""Whether there is a GPU, the package for arrays on it, and what its compiler must know."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numpy as np
from numba import config, cuda
from numba.cuda import extending

from zerosum.core.errors import BadRequest
from zerosum.engines.native.machine.instructions import teach


@cache
def gpu_arrays() -> Any:
    """`cupy`, or numpy with the simulator of CUDA; raises `BadRequest` where there is no GPU."""
    if config.ENABLE_CUDASIM:
        return np
    try:
        import cupy
    except ImportError:
        raise BadRequest("solving on a GPU needs the package cupy: pip install 'zerosum[gpu]'") from None
    if not hasattr(extending, "overload"):  # the part of numba that numba-cuda replaces
        raise BadRequest("solving on a GPU needs the package numba-cuda: pip install 'zerosum[gpu]'")
    if not cuda.is_available():
        raise BadRequest("no GPU was found: solving --on gpu needs one from NVIDIA, with its driver")
    warnings.filterwarnings("ignore", ".*Grid size")  # small layers have few positions
    teach(extending.overload, extending.overload_method)
    return cupy
