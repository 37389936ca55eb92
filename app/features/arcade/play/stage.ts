/**
 * A game on its canvas: it counts down, plays, stands still and is over. Frames become ticks here; React is told of a
 * phase, not of a frame.
 */
import { type Hashable } from "#games/kit/hash-state.ts";
import { type Ticker, createTicker } from "#games/kit/ticker.ts";
import type { Game, Readout } from "../game.ts";
import { type FieldCanvas, createFieldCanvas } from "./canvas.ts";
import { coloursNow, isForced, wantsCalm, watchColours } from "./colours.ts";
import { type Input, createInput } from "./input.ts";
import { type FinishedLog, type Run, createRun } from "./run.ts";
import { createSayer } from "./sayer.ts";
import { readSettings, subscribeSettings } from "./settings.ts";
import { playSounds } from "./sound.ts";

type Phase = "ready" | "counting" | "waiting" | "playing" | "paused" | "over";

/** Told of what a run that counts has to tell. */
export type Standing = {
  commit: (tick: number, written: Uint8Array<ArrayBuffer>) => void;
  rest: (to: "rest" | "play") => void;
};
export type StartOfRun = { seed: number; standing?: Standing };

export type StageView = {
  phase: Phase;
  /** 3, 2, 1. */
  count: number;
  readouts: readonly Readout[];
  /** For screen readers. */
  said: string;
  /** It is over, and what fell apart has come to rest. */
  isSettled: boolean;
  /** The log had no more room: it goes on, and counts for nothing. */
  isTooLong: boolean;
};

export type Stage<State> = {
  view: () => StageView;
  subscribe: (listener: () => void) => () => void;
  /** @param start asked at the last count; refused, the stage is ready again */
  play: (start: () => Promise<StartOfRun>) => void;
  pause: () => void;
  resume: () => void;
  /** Back to the beginning. */
  leave: () => void;
  touch: (button: string, isHeld: boolean) => void;
  state: () => State;
  ticks: () => number;
  finished: () => FinishedLog;
  close: () => void;
};

const countMs = 700;
const counts = 3;
/** Ticks between two looks at what stands above the field. */
const readoutTicks = 6;
/** How long what flew apart at the end is seen before anything lies on it. */
const settleTicks = 50;
/** What a stage shows before its first run. */
const shownSeed = 1;

export function createStage<State extends Hashable, Rules>({
  game,
  rules,
  stage,
  box,
  canvas,
}: {
  game: Game<State, Rules>;
  rules: Rules;
  stage: HTMLElement;
  /** The canvas is as large as it allows. */
  box: HTMLElement;
  canvas: HTMLCanvasElement;
}): Stage<State> {
  const life = new AbortController();
  const { signal } = life;
  const ticker: Ticker = createTicker();
  const screen: FieldCanvas = createFieldCanvas(canvas, box, (isTall) =>
    game.fieldOf(rules, isTall),
  );
  const listeners = new Set<() => void>();
  const sayer = createSayer((said) => change({ said }));
  const quiet = { onTick() {}, onCommit() {} };
  let run: Run<State> = createRun(game, { seed: shownSeed, rules }, quiet);
  let standing: Standing | undefined;
  let view: StageView = {
    phase: "ready",
    count: 0,
    readouts: game.readouts(run.state()),
    said: "",
    isSettled: false,
    isTooLong: false,
  };
  let frame: number | undefined;
  let countedFrom: number | undefined;
  /** Of the run that is being asked for. */
  let asked: Promise<StartOfRun> | undefined;
  let given: StartOfRun | undefined;
  let start: (() => Promise<StartOfRun>) | undefined;
  let part = 1;
  let settling = 0;
  let look = lookNow();

  function change(changes: Partial<StageView>): void {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  }

  function lookNow() {
    const settings = readSettings();
    return {
      colours: coloursNow(stage),
      hasPatterns: settings.hasPatterns || isForced(),
      isCalm: settings.isCalm || wantsCalm(),
    };
  }

  function draw(): void {
    const pen = screen.begin();
    if (pen === undefined) return;
    const scene = { before: run.before(), state: run.state(), part };
    run.painter.draw(pen, scene, { ...look, isTall: screen.isTall(), pixel: screen.pixel() });
  }

  function redraw(): void {
    look = lookNow();
    if (view.phase !== "playing") draw();
  }

  function onTick(before: State, state: State): void {
    playSounds(game.sounds, game.heard(before, state));
    const said = game.said(before, state);
    if (said !== undefined) sayer.say(said);
  }

  function showReadouts(): void {
    const readouts = game.readouts(run.state());
    const same = readouts.every(({ value }, at) => view.readouts[at]?.value === value);
    if (!same || readouts.length !== view.readouts.length) change({ readouts });
  }

  function begin({ seed, standing: told }: StartOfRun): void {
    [asked, start, given] = [undefined, undefined, undefined];
    standing = told;
    const onCommit = (tick: number, written: Uint8Array<ArrayBuffer>) =>
      standing?.commit(tick, written);
    run = createRun(game, { seed, rules }, { onTick, onCommit });
    change({ isTooLong: false, readouts: game.readouts(run.state()) });
    go();
  }

  function go(): void {
    input.release();
    ticker.rest();
    change({ phase: "playing", count: 0 });
  }

  function count(nowMs: number): void {
    countedFrom ??= nowMs;
    const left = counts - Math.floor((nowMs - countedFrom) / countMs);
    if (left === view.count) return;
    if (left > 0) change({ count: left });
    // Asked for as late as can be: the server's clock runs from then on.
    if (start !== undefined && left <= 1 && asked === undefined) void ask(start);
    if (left > 0) return;
    if (start !== undefined) change({ phase: "waiting", count: 0 });
    else {
      standing?.rest("play");
      go();
    }
    beginOnceGiven();
  }

  async function ask(how: () => Promise<StartOfRun>): Promise<void> {
    const promise = how();
    asked = promise;
    const isStill = () => asked === promise && !signal.aborted;
    try {
      const answer = await promise;
      if (isStill()) given = answer;
      beginOnceGiven();
    } catch {
      // Whoever has asked says why.
      if (isStill()) leave();
    }
  }

  function beginOnceGiven(): void {
    if (view.phase === "waiting" && given !== undefined) begin(given);
  }

  function playFrame(nowMs: number): void {
    const due = ticker.frame(nowMs);
    for (let tick = 0; tick < due.ticks && !run.isOver(); tick += 1) {
      run.tick(input.take());
      if (run.ticks() % readoutTicks === 0) showReadouts();
    }
    part = run.isOver() ? 1 : due.part;
    draw();
    if (!run.isLogged() && !view.isTooLong) change({ isTooLong: true });
    if (run.isOver()) {
      input.release();
      showReadouts();
      settling = settleTicks;
      change({ phase: "over" });
    }
  }

  /** Nothing is played any more, but it may still fall. */
  function settleFrame(nowMs: number): void {
    const { ticks } = ticker.frame(nowMs);
    settling -= Math.max(1, ticks);
    for (let tick = 0; tick < ticks; tick += 1) run.painter.tick(run.state(), run.state());
    draw();
    if (settling <= 0 || look.isCalm) {
      settling = 0;
      change({ isSettled: true });
    }
  }

  function onFrame(nowMs: number): void {
    frame = requestAnimationFrame(onFrame);
    input.poll();
    if (view.phase === "playing") playFrame(nowMs);
    else if (view.phase === "counting") count(nowMs);
    else if (settling > 0) settleFrame(nowMs);
  }

  function pause(): void {
    if (view.phase === "counting" || view.phase === "waiting") {
      if (start !== undefined) return leave();
      return change({ phase: "paused", count: 0 });
    }
    if (view.phase !== "playing") return;
    input.release();
    ticker.rest();
    standing?.rest("rest");
    change({ phase: "paused" });
    sayer.say(game.describe(run.state()));
  }

  function resume(): void {
    if (view.phase !== "paused") return;
    countedFrom = undefined;
    change({ phase: "counting", count: counts });
    // The button that was pressed is gone.
    stage.focus({ preventScroll: true });
  }

  function leave(): void {
    [asked, start, given, standing] = [undefined, undefined, undefined, undefined];
    countedFrom = undefined;
    run = createRun(game, { seed: shownSeed, rules }, quiet);
    part = 1;
    settling = 0;
    input.release();
    const readouts = game.readouts(run.state());
    change({ phase: "ready", count: 0, readouts, isSettled: false, isTooLong: false });
    draw();
  }

  const input: Input = createInput({
    game,
    rules,
    stage,
    canvas,
    field: screen.field,
    isPlaying: () => view.phase === "playing",
    onPause: pause,
    onStart: () => (view.phase === "paused" ? resume() : pause()),
  });

  const stop = subscribeSettings(redraw);
  watchColours(redraw, signal);
  const size = new ResizeObserver(() => {
    screen.fit();
    draw();
  });
  size.observe(box);
  document.addEventListener("visibilitychange", () => document.hidden && pause(), { signal });
  addEventListener("blur", pause, { signal });
  frame = requestAnimationFrame(onFrame);

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play(how) {
      leave();
      start = how;
      change({ phase: "counting", count: counts, said: "" });
      stage.focus({ preventScroll: true });
    },
    pause,
    resume,
    leave,
    touch: (button, isHeld) => input.touch(button, isHeld && view.phase === "playing"),
    state: () => run.state(),
    ticks: () => run.ticks(),
    finished: () => run.finished(),
    close() {
      if (view.phase === "playing") standing?.rest("rest");
      life.abort();
      stop();
      size.disconnect();
      sayer.close();
      input.close();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
