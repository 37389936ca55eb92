/** From a press of Play to the place on the board: whether a run counts, and what came of it. */
import type { Board } from "#games/kit/engine.ts";
import { type Hashable } from "#games/kit/hash-state.ts";
import {
  currentSession,
  startSession,
  subscribe as subscribeSession,
} from "#app/session/session.ts";
import type { FinishAnswer } from "#lib/games/game-api.ts";
import type { Game, Readout } from "../game.ts";
import { addBest, bestsOf } from "./bests.ts";
import type { RankedRun } from "./ranked.ts";
import type { FinishedLog } from "./run.ts";
import type { Stage, StartOfRun } from "./stage.ts";

type Sent =
  | { state: "sending" }
  | { state: "counted"; answer: FinishAnswer }
  /** `again` where it may still work. */
  | { state: "refused"; message: string; again: (() => void) | undefined };

export type Outcome = {
  line: string;
  numbers: readonly Readout[];
  result: number | undefined;
  board: Board | undefined;
  /** Among one's own in this browser, from 1. */
  place: number | undefined;
  sent: Sent | undefined;
  /** What is to be watched again. */
  seed: number;
  /** The game's own, as it ended. */
  state: unknown;
  finished: FinishedLog;
};

export type MatchView = {
  /** Why the run does not count, or could not begin. */
  notice: string | undefined;
  counts: boolean;
  outcome: Outcome | undefined;
};

export type Match = {
  view: () => MatchView;
  subscribe: (listener: () => void) => () => void;
  play: () => void;
  /** The stage has come to the end of the run. */
  over: () => void;
};

const quiet: MatchView = { notice: undefined, counts: false, outcome: undefined };
const sessionWaitMs = 4000;

export function createMatch<State extends Hashable, Rules>(
  game: Game<State, Rules>,
  stage: Stage<State>,
  { rules, isDaily }: { rules: Rules; isDaily: boolean },
): Match {
  const listeners = new Set<() => void>();
  const board = game.engine.boardOf(rules);
  let view = quiet;
  let ranked: RankedRun | undefined;
  let seed = 0;

  function change(changes: Partial<MatchView>): void {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  }

  async function start(): Promise<StartOfRun> {
    ranked = undefined;
    seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    if (board === undefined || !(await isSignedIn())) return { seed };
    try {
      const { startRanked } = await import("./ranked.ts");
      const given = await startRanked(game.name, rules);
      if (given.version !== game.engine.version) {
        change({ notice: "This page is older than the site. Reload it, and your runs count." });
        return { seed };
      }
      ranked = given;
      ({ seed } = given);
      change({ counts: true });
      return { seed, standing: given.standing };
    } catch (error) {
      if (isDaily) {
        change({ notice: messageOf(error) });
        throw error;
      }
      change({ notice: `This run counts only in this browser. ${messageOf(error)}` });
      return { seed };
    }
  }

  async function send(run: RankedRun, finished: FinishedLog, outcome: Outcome): Promise<void> {
    const isStill = () => view.outcome?.finished === finished;
    const tell = (sent: Sent) => isStill() && change({ outcome: { ...outcome, sent } });
    tell({ state: "sending" });
    try {
      tell({ state: "counted", answer: await run.finish(finished) });
    } catch (error) {
      const { status = 0 } = error as { status?: number };
      const again =
        status === 0 || status >= 500 || status === 429
          ? () => void send(run, finished, outcome)
          : undefined;
      tell({ state: "refused", message: messageOf(error), again });
    }
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play() {
      change(quiet);
      stage.play(start);
    },
    over() {
      const finished = stage.finished();
      const { result } = finished;
      const isBest = result !== undefined && board !== undefined;
      const on = new Date().toISOString().slice(0, 10);
      const place = isBest ? addBest(game.name, board, { result, on }) : undefined;
      const state = stage.state();
      const { line, numbers } = game.ended(state);
      const outcome: Outcome = {
        line,
        numbers,
        result,
        board,
        place,
        seed,
        state,
        finished,
        sent: undefined,
      };
      change({ outcome });
      if (ranked !== undefined && result !== undefined) void send(ranked, finished, outcome);
    },
  };
}

/** The best that was reached here, for a board. */
export function ownBest(game: string, board: Board | undefined): number | undefined {
  return board === undefined ? undefined : bestsOf(game, board.name)[0]?.result;
}

/** Who was signed in when they were last here: that takes a moment to know. */
async function isSignedIn(): Promise<boolean> {
  if (currentSession().status === "unknown") {
    startSession();
    const known = Promise.withResolvers<void>();
    const stop = subscribeSession(() => {
      if (currentSession().status !== "unknown") known.resolve();
    });
    const late = setTimeout(known.resolve, sessionWaitMs);
    await known.promise;
    clearTimeout(late);
    stop();
  }
  return currentSession().status === "signed-in";
}

const messageOf = (error: unknown) =>
  error instanceof Error && error.name === "ApiError"
    ? error.message
    : "The server cannot be reached.";
