/**
 * A canvas that is none: it takes whatever a painter does and keeps what was wrong with it. Vitest has no canvas, and what
 * it would look like is not asked here.
 */
import type { Colours, Look, Painter } from "../../game.ts";

type Calls = { count: number; faults: string[] };

export function createPen(): { pen: CanvasRenderingContext2D; calls: Calls } {
  const calls: Calls = { count: 0, faults: [] };
  const values: Record<string, unknown> = { globalAlpha: 1 };
  const target = (name: string) =>
    function record(...parts: unknown[]) {
      calls.count += 1;
      if (parts.flat().some(isNone)) calls.faults.push(`${name}(${parts.map(String).join(", ")})`);
    };
  const pen = new Proxy(values, {
    get: (_, name: string) => (name in values ? values[name] : target(name)),
    set(_, name: string, value: unknown) {
      if (value === undefined || isNone(value)) calls.faults.push(`${name} = ${String(value)}`);
      values[name] = value;
      return true;
    },
  });
  return { pen: pen as unknown as CanvasRenderingContext2D, calls };
}

const isNone = (value: unknown) => typeof value === "number" && !Number.isFinite(value);

/** The platform's, for layers. */
export class TestOffscreenCanvas {
  static faults: string[] = [];
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext() {
    const { pen, calls } = createPen();
    calls.faults = TestOffscreenCanvas.faults;
    return pen;
  }
}

const colours: Colours = {
  field: "#fbf9f5",
  line: "#ddd6cb",
  faint: "#8f877b",
  soft: "#655d52",
  ink: "#2a241d",
  accent: "#17605c",
  onHue: "#fffdf8",
  hues: ["#b4532f", "#a3720f", "#6b7a22", "#1b7f78", "#2f62a8", "#7552a6", "#b04674"],
};

/** The looks that differ in what is drawn. */
export const looks: readonly Look[] = [
  { colours, hasPatterns: false, isCalm: false, isTall: true, pixel: 0.35 },
  { colours, hasPatterns: true, isCalm: false, isTall: false, pixel: 0.79 },
  { colours, hasPatterns: true, isCalm: true, isTall: true, pixel: 1.36 },
];

/** Draws every tick, now in one look, now in another. Returns what was wrong, and the most calls of one picture. */
export function drawAll<State>(painter: Painter<State>, states: readonly State[]) {
  const { pen, calls } = createPen();
  let most = 0;
  for (const [index, state] of states.entries()) {
    const before = states[Math.max(0, index - 1)]!;
    if (index > 0) painter.tick(before, state);
    const from = calls.count;
    for (const part of [0, 0.5, 1]) {
      painter.draw(pen, { before, state, part }, looks[Math.trunc(index / 100) % looks.length]!);
    }
    most = Math.max(most, calls.count - from);
  }
  return { faults: [...calls.faults, ...TestOffscreenCanvas.faults], most };
}
