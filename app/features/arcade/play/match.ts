/** From a press of Play to the place on the board: whether a run counts, and what came of it. */
import type { Board } from "#games/kit/engine.ts";
import { type Hashable } from "#games/kit/hash-state.ts";
import {
  currentSession,
  startSession,
  subscribe as subscribeSession,
} from "#app/session/session.ts";
import type { FinishAnswer, GameName } from "#lib/games/game-api.ts";
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

/** Of one press of Play. */
type Attempt = { seed: number; ranked: RankedRun | undefined };

type Server = {
  isSignedIn: () => Promise<boolean>;
  /** @throws ApiError, and others where it could not be loaded */
  startRanked: (game: GameName, rules: unknown) => Promise<RankedRun>;
};

const siteServer: Server = {
  isSignedIn,
  async startRanked(game, rules) {
    const { startRanked } = await import("./ranked.ts");
    return startRanked(game, rules);
  },
};

export function createMatch<State extends Hashable, Rules>(
  game: Game<State, Rules>,
  stage: Pick<Stage<State>, "view" | "play" | "state" | "finished">,
  { rules, isDaily, server = siteServer }: { rules: Rules; isDaily: boolean; server?: Server },
): Match {
  const listeners = new Set<() => void>();
  const board = game.engine.boardOf(rules);
  let view = quiet;
  let current: Attempt = { seed: 0, ranked: undefined };

  function change(changes: Partial<MatchView>): void {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  }

  async function start(attempt: Attempt): Promise<StartOfRun> {
    // Whoever has left, or begun anew, meanwhile is told nothing of it.
    const tell = (changes: Partial<MatchView>) => {
      if (current === attempt && stage.view().phase !== "ready") change(changes);
    };
    /** Of the day there is no other run than the one that counts. */
    const alone = (notice?: string): StartOfRun => {
      if (notice !== undefined) tell({ notice });
      if (isDaily) throw new Error("The day's run cannot be played alone.");
      return { seed: attempt.seed };
    };
    if (board === undefined) return alone();
    if (!(await server.isSignedIn())) {
      return alone(isDaily ? "Sign in to play the day’s run." : undefined);
    }
    let given: RankedRun;
    try {
      given = await server.startRanked(game.name, rules);
    } catch (error) {
      const why = messageOf(error);
      return alone(isDaily ? why : `This run counts only in this browser. ${why}`);
    }
    if (given.version !== game.engine.version) {
      return alone("This page is older than the site. Reload it, and your runs count.");
    }
    attempt.ranked = given;
    attempt.seed = given.seed;
    tell({ counts: true });
    return { seed: given.seed, standing: given.standing };
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
      const attempt: Attempt = {
        seed: crypto.getRandomValues(new Uint32Array(1))[0]!,
        ranked: undefined,
      };
      current = attempt;
      change(quiet);
      stage.play(() => start(attempt));
    },
    over() {
      const { seed, ranked } = current;
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
