/** One run of a game, tick by tick, with the log of it. It knows no clock and no screen. */
import { type TickInput, ticksPerSecond } from "#games/kit/engine.ts";
import { type Hashable, hashState } from "#games/kit/hash-state.ts";
import { createLogWriter } from "#games/kit/input-log.ts";
import type { Game, Painter } from "../game.ts";

/** What is told of a run each ten seconds, and at its end. docs/games.md */
const ticksOfCommit = 10 * ticksPerSecond;

export type FinishedLog = {
  log: Uint8Array<ArrayBuffer>;
  ticks: number;
  /** Undefined: nothing that counts. */
  result: number | undefined;
  hash: number;
};

export type Run<State> = {
  before: () => State;
  state: () => State;
  ticks: () => number;
  painter: Painter<State>;
  isOver: () => boolean;
  /** False once there was no room left in the log: it is played on, and counts for nothing. */
  isLogged: () => boolean;
  tick: (input: TickInput) => void;
  finished: () => FinishedLog;
};

export type RunEvents<State> = {
  onTick: (before: State, state: State) => void;
  /** After each 600 ticks, with what was written since the last time. */
  onCommit: (tick: number, written: Uint8Array<ArrayBuffer>) => void;
};

export function createRun<State extends Hashable, Rules>(
  game: Game<State, Rules>,
  { seed, rules }: { seed: number; rules: Rules },
  events: RunEvents<State>,
): Run<State> {
  const { engine } = game;
  const writer = createLogWriter();
  const painter = game.createPainter(rules);
  let state = engine.begin(seed, rules);
  let before = state;
  let ticks = 0;
  let isLogged = true;
  let told = 0;

  return {
    before: () => before,
    state: () => state,
    ticks: () => ticks,
    painter,
    isOver: () => engine.isOver(state),
    isLogged: () => isLogged,
    tick(input) {
      if (engine.isOver(state)) return;
      isLogged &&= writer.add(input);
      before = state;
      state = engine.step(state, input);
      ticks += 1;
      painter.tick(before, state);
      events.onTick(before, state);
      if (!isLogged || ticks % ticksOfCommit !== 0) return;
      const written = writer.bytes(told);
      told += written.length;
      events.onCommit(ticks, written);
    },
    finished: () => ({
      log: writer.bytes(),
      ticks,
      result: isLogged ? engine.resultOf(state) : undefined,
      hash: hashState(state),
    }),
  };
}
