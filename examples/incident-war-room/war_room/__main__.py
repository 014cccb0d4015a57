"""Call the room together: ``python -m war_room``."""

import argparse
import sys
from collections.abc import Sequence

from loom_memory_core import LoomError, opened
from loom_memory_runtime import OpenAIChat, ReplayDivergedError, TieredMemory

from war_room.incident import Incident, Plan
from war_room.library import load
from war_room.mind import ChatMind, Mind, QuotingMind
from war_room.room import WarRoom

SERVICES = "checkout,payments-db"
TITLE = "Checkout is slow: queries wait for locks since the migration began"


def main(arguments: Sequence[str] | None = None) -> int:
    """Respond to an incident, or resolve it."""
    options = _parser().parse_args(arguments)
    services = [name.strip() for name in options.services.split(",")]
    incident = Incident(options.id, options.title, tuple(services))
    try:
        with opened(options.store) as store:
            memory = TieredMemory(store)
            load(memory)
            room = WarRoom(memory, _mind())
            if options.resolve is not None:
                room.resolve(incident, options.resolve)
                print(f"{incident.services[0]} has learnt from {incident.id}")
            else:
                _show(incident, room.respond(incident))
    except ReplayDivergedError as error:
        print(f"{error}\n  here: --id NAME begins another", file=sys.stderr)
        return 1
    except LoomError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m war_room", description=__doc__)
    parser.add_argument("title", nargs="?", default=TITLE, help="what is seen")
    parser.add_argument("--id", default="inc-7", help="names the incident")
    parser.add_argument("--services", default=SERVICES, help="where, with commas between")
    parser.add_argument("--resolve", metavar="TEXT", help="say what helped, for the next time")
    parser.add_argument("--store", default="memory://", help="URL of the memory")
    return parser


def _mind() -> Mind:
    model = OpenAIChat.from_environment()
    return QuotingMind() if model is None else ChatMind(model)


def _show(incident: Incident, plan: Plan) -> None:
    print(f"{incident.id}: {incident.title}\n")
    print(plan.text)
    print("\nfrom", "\n     ".join(plan.sources) or "nothing that is known")
    print("(replayed)" if plan.replayed else "(decided now)")


if __name__ == "__main__":
    sys.exit(main())
