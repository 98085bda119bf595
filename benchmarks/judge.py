"""Events a second through the judge, for each game with a stream: `python -m benchmarks.judge [COUNT]`.

- `feed`: `Judge.feed` on events as Python objects. Aim: at least 50,000 events a second on one core.
- `lines`: a file of JSON Lines through `judge_lines`, each answer written as JSON again. Aim: 10,000 events
  within a second.
- twice as many events should take twice as long.

Each figure is the best of several runs, in processor time: what one core can do when nothing else wants it.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import time
from collections.abc import Callable

from benchmarks.streams import Event, games, stream
from referee.jsonlines import encode
from referee.judge import Judge, judge_lines


def fed(events: list[Event]) -> Judge:
    """A judge that has heard all of a stream."""
    judge = Judge()
    for event in events:
        judge.feed(event)
    return judge


def written(lines: list[bytes]) -> int:
    """The characters of all answers to a stream of JSON Lines."""
    return sum(len(encode(answer)) for answer in judge_lines(lines))


def best(run: Callable[[], object], runs: int) -> float:
    """Processor seconds of the fastest run."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description="Events a second through the judge.")
    parser.add_argument("count", nargs="?", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--profile", action="store_true", help="where the time goes, in place of the figures")
    args = parser.parse_args()
    for game in games():
        events = stream(game, args.count)
        lines = [json.dumps(event).encode() for event in events]
        if args.profile:
            profile = cProfile.Profile()
            profile.runcall(fed, events)
            pstats.Stats(profile).sort_stats("tottime").print_stats(25)
            continue
        fed(events)  # caches are warm from here on
        feed = best(lambda events=events: fed(events), args.runs)  # type: ignore[misc]
        twice = stream(game, 2 * args.count)
        doubled = best(lambda twice=twice: fed(twice), args.runs)  # type: ignore[misc]
        json_lines = best(lambda lines=lines: written(lines), args.runs)  # type: ignore[misc]
        print(f"{game}: {args.count / feed:,.0f} events/s through Judge.feed")
        print(f"  {args.count} JSON Lines in {json_lines:.2f} s, {args.count / json_lines:,.0f} events/s")
        print(f"  twice as many events take {doubled / feed:.2f} times as long")


if __name__ == "__main__":
    main()
