/** Plays a log again on a canvas, as fast as is wished, from any place of it. */
import type { TickInput } from "#games/kit/engine.ts";
import { type Hashable } from "#games/kit/hash-state.ts";
import { readLog } from "#games/kit/input-log.ts";
import { createTicker } from "#games/kit/ticker.ts";
import type { Game } from "../game.ts";
import { createFieldCanvas } from "./canvas.ts";
import { coloursNow, isForced, wantsCalm, watchColours } from "./colours.ts";
import { type Run, createRun } from "./run.ts";
import { readSettings } from "./settings.ts";

export type Viewer = {
  toggle: () => void;
  seek: (tick: number) => void;
  setSpeed: (speed: number) => void;
  close: () => void;
};

type ShownRun = { seed: number; rules: unknown; log: Uint8Array; ticks: number };
/** Undefined: there is no such run of this game. */
export type OpenViewer = (shown: {
  run: ShownRun;
  box: HTMLElement;
  canvas: HTMLCanvasElement;
  tell: (now: Told) => void;
}) => Viewer | undefined;

type Told = { tick: number; isPlaying: boolean; words: string };

const ticksOfWords = 60;
/** What flies about when somebody leaps has to come from somewhere. */
const ticksBefore = 120;

export function createViewer<State extends Hashable, Rules>({
  game,
  run: { seed, rules: asked, log, ticks },
  box,
  canvas,
  tell,
}: { game: Game<State, Rules> } & Parameters<OpenViewer>[0]): Viewer | undefined {
  const rules = game.engine.parseRules(asked);
  const inputs = inputsOf(log, ticks);
  if (rules === undefined || inputs === undefined) return undefined;
  const life = new AbortController();
  const ticker = createTicker();
  const screen = createFieldCanvas(canvas, box, (isTall) => game.fieldOf(rules, isTall));
  const quiet = { onTick() {}, onCommit() {} };
  const begin = (): Run<State> => createRun(game, { seed, rules }, quiet);
  let run = begin();
  let speed = 1;
  let isPlaying = true;
  let part = 1;
  let told = -1;
  let look = lookNow();

  function lookNow() {
    const { hasPatterns, isCalm } = readSettings();
    return {
      colours: coloursNow(canvas),
      hasPatterns: hasPatterns || isForced(),
      isCalm: isCalm || wantsCalm(),
    };
  }

  function draw(): void {
    const pen = screen.begin();
    if (pen === undefined) return;
    const scene = { before: run.before(), state: run.state(), part };
    run.painter.draw(pen, scene, { ...look, isTall: screen.isTall(), pixel: screen.pixel() });
  }

  function report(): void {
    const tick = run.ticks();
    const at = Math.trunc(tick / ticksOfWords) + (isPlaying ? 0 : 0.5);
    if (at === told && tick < ticks) return;
    told = at;
    tell({ tick, isPlaying, words: game.describe(run.state()) });
  }

  function stepTo(tick: number): void {
    while (run.ticks() < Math.min(tick, ticks) && !run.isOver()) run.tick(inputs![run.ticks()]!);
  }

  let frame = requestAnimationFrame(onFrame);
  function onFrame(nowMs: number): void {
    frame = requestAnimationFrame(onFrame);
    if (!isPlaying) return;
    const due = ticker.frame(nowMs);
    stepTo(run.ticks() + due.ticks * speed);
    part = speed === 1 ? due.part : 1;
    if (run.ticks() >= ticks || run.isOver()) [isPlaying, part] = [false, 1];
    draw();
    report();
  }

  const size = new ResizeObserver(() => {
    screen.fit();
    draw();
  });
  size.observe(box);
  const redraw = () => {
    look = lookNow();
    draw();
  };
  watchColours(redraw, life.signal);

  return {
    toggle() {
      if (run.ticks() >= ticks || run.isOver()) {
        run = begin();
        isPlaying = true;
      } else isPlaying = !isPlaying;
      ticker.rest();
      report();
    },
    seek(tick) {
      if (tick < run.ticks() || tick > run.ticks() + ticksBefore) run = begin();
      stepTo(tick);
      part = 1;
      ticker.rest();
      draw();
      report();
    },
    setSpeed(next) {
      speed = next;
    },
    close() {
      life.abort();
      size.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

/** Of every tick; undefined: this is no log. */
function inputsOf(log: Uint8Array, ticks: number): TickInput[] | undefined {
  const inputs: TickInput[] = [];
  const read = readLog(log, ticks, (input) => {
    inputs.push(input);
    return true;
  });
  return read === undefined ? undefined : inputs;
}
