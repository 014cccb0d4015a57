"""ONNX Runtime, imported so that it reports to nobody.

Its wheels send events to Microsoft unless they are told not to before they are imported (its
``Privacy.md``), from a thread because of which a forked child never ends.
"""

import os
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from onnxruntime import InferenceSession  # type: ignore[import-untyped]  # it has no types

_SWITCH: Final = "ORT_DISABLE_TELEMETRY"


def session(model: bytes) -> "InferenceSession":
    """A session of ``model`` that computes on the thread that calls it, and has no other.

    An application that has imported ONNX Runtime before has decided about its reports, and
    so has one that has set ``ORT_DISABLE_TELEMETRY`` to anything.
    """
    decided = _SWITCH in os.environ or "onnxruntime" in sys.modules
    if not decided:
        os.environ[_SWITCH] = "1"
    try:
        from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - slow
    finally:
        if not decided:
            del os.environ[_SWITCH]
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return InferenceSession(model, options, providers=["CPUExecutionProvider"])
