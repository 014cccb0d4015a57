"""Agent memory at run time: tiers, recall that replays, fences, claim checks, chat models."""

from loom_memory_runtime.chat import (
    ChatMessage,
    ChatModel,
    ChatRefusedError,
    ChatReplyError,
    ChatUnavailableError,
)
from loom_memory_runtime.claim import ClaimError, claim_check, redeem
from loom_memory_runtime.clock import Clock, moment, utc_now
from loom_memory_runtime.decision import Decide, Decision
from loom_memory_runtime.decision_log import DecisionLog
from loom_memory_runtime.divergence import ReplayDivergedError
from loom_memory_runtime.fence import fence
from loom_memory_runtime.memory_run import MemoryRun
from loom_memory_runtime.memory_runtime import MemoryRuntime
from loom_memory_runtime.messages import to_messages
from loom_memory_runtime.openai_chat import OpenAIChat
from loom_memory_runtime.run import Run
from loom_memory_runtime.summary import Summarizer
from loom_memory_runtime.tier import DEFAULT_POLICIES, TIERS, Policies, Tier, TierPolicy
from loom_memory_runtime.tier_key import tier_and_scope, tier_key
from loom_memory_runtime.tiered_memory import TieredMemory

__all__ = [
    "DEFAULT_POLICIES",
    "TIERS",
    "ChatMessage",
    "ChatModel",
    "ChatRefusedError",
    "ChatReplyError",
    "ChatUnavailableError",
    "ClaimError",
    "Clock",
    "Decide",
    "Decision",
    "DecisionLog",
    "MemoryRun",
    "MemoryRuntime",
    "OpenAIChat",
    "Policies",
    "ReplayDivergedError",
    "Run",
    "Summarizer",
    "Tier",
    "TierPolicy",
    "TieredMemory",
    "claim_check",
    "fence",
    "moment",
    "redeem",
    "tier_and_scope",
    "tier_key",
    "to_messages",
    "utc_now",
]
