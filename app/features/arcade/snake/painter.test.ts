import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type State, snakeEngine } from "#games/snake/index.ts";
import type { Look } from "../game.ts";
import { eachTick } from "../painting/testing/kept-states.ts";
import { day, night } from "../painting/testing/looks.ts";
import { createRecordingPen, offscreenStub } from "../painting/testing/recording-pen.ts";
import { boardSize } from "./board.ts";
import { createMeals } from "./meals.ts";
import { createSnakePainter } from "./painter.ts";
import { createTrack, headX, headY, layTrack, placeX, placeY } from "./track.ts";

const made = createRecordingPen();
beforeAll(() => void vi.stubGlobal("OffscreenCanvas", offscreenStub(made)));
afterAll(() => void vi.unstubAllGlobals());

const looks: Look[] = [
  day,
  { ...night, hasPatterns: true },
  { ...day, isCalm: true, isTall: true },
];

test.each([
  [6, "walls, to the end at one"],
  [22, "a board that gets full"],
  [15, "edges that join"],
  [24, "whoever leans on the keyboard"],
])("kept run %i is drawn without a fault: %s", (at) => {
  const recording = createRecordingPen();
  let painter: ReturnType<typeof createSnakePainter> | undefined;
  const { last } = eachTick("snake", snakeEngine, at, (before, state, tick) => {
    painter ??= createSnakePainter(rulesOf(state));
    painter.tick(before, state);
    const part = (tick % 4) / 3;
    painter.draw(recording.pen, { before, state, part }, looks[tick % 3]!);
  });
  painter!.draw(recording.pen, { before: last, state: last, part: 1 }, day);
  expect(recording.faults()).toEqual([]);
  expect(made.faults()).toEqual([]);
});

const rulesOf = ({ field }: State) =>
  ({
    mode: field.wraps ? "wrap" : "classic",
    speed: field.speed,
    size: field.width === 10 ? "small" : "medium",
  }) as const;

test("the ribbon glides: neither its head nor its tail ever jumps", () => {
  const track = createTrack();
  let ends: number[] | undefined;
  let older: number | undefined;
  eachTick("snake", snakeEngine, 0, (before, state) => {
    if (state.over !== "") return;
    for (const share of [0, 0.5]) {
      const { wholeMove, untilMove } = before;
      layTrack(track, before, (wholeMove - untilMove + share) / wholeMove, older);
      const now = [headX(track, false), headY(track, false), ...tailOf(track)];
      for (const [which, value] of now.entries()) {
        expect(Math.abs(value - (ends ?? now)[which]!)).toBeLessThan(0.09);
      }
      ends = now;
    }
    if (before.cells === state.cells) return;
    if (before.tailBefore !== before.cells.at(-1)) older = before.tailBefore;
  });
});

function tailOf(track: ReturnType<typeof createTrack>): [number, number] {
  const away = track.tail + 0.5;
  const at = track.count - 1 - Math.floor(away);
  return [placeX(track, at, away % 1), placeY(track, at, away % 1)];
}

test("at an edge that joins, the head is on both sides, as far out as it is in", () => {
  const begun = snakeEngine.begin(1, { mode: "wrap", speed: "normal", size: "small" });
  const track = createTrack();
  layTrack(track, { ...begun, cells: [30, 39, 38], tailBefore: 37 }, 0.25, undefined);
  expect(track.isCut.slice(0, track.count)).toEqual([true, false, false, false]);
  expect([headX(track, false), headX(track, true)]).toEqual([9.25, -0.75]);
  expect([headY(track, false), headY(track, true)]).toEqual([3, 3]);
});

test("what is eaten is seen until the mouth is there, and then as a bulge until the tail has passed", () => {
  const meals = createMeals();
  let eaten = 0;
  const swallowed: number[] = [];
  const heads: number[] = [];
  let mostBulges = 0;
  const { last } = eachTick("snake", snakeEngine, 6, (before, state) => {
    const meal = meals.tick(before, state);
    if (state.score > before.score) eaten += 1;
    if (meal !== undefined) {
      swallowed.push(meal.cell);
      heads.push(state.cells[0]!);
    }
    mostBulges = Math.max(mostBulges, meals.bulges().length);
    for (const bulge of meals.bulges()) expect(state.cells).toContain(bulge);
  });
  expect(last.over).toBe("wall");
  expect(swallowed).toHaveLength(eaten);
  expect(swallowed).toEqual(heads);
  expect(mostBulges).toBeLessThanOrEqual(6);
  expect(mostBulges).toBeGreaterThan(1);
});

test("a star's points rise from where it was eaten", () => {
  const recording = createRecordingPen();
  const painter = createSnakePainter({ mode: "classic", speed: "fast", size: "small" });
  const gained: string[] = [];
  eachTick("snake", snakeEngine, 6, (before, state) => {
    painter.tick(before, state);
    if (before.bonus !== undefined && state.score - before.score > 15) {
      gained.push(`+${state.score - before.score}`);
    }
    painter.draw(recording.pen, { before, state, part: 0 }, day);
  });
  expect(gained.length).toBeGreaterThan(0);
  expect(new Set(recording.texts())).toEqual(new Set(gained));
});

test("who wants calm sees no crumbs", () => {
  const painter = createSnakePainter({ mode: "classic", speed: "fast", size: "small" });
  const recording = createRecordingPen();
  eachTick("snake", snakeEngine, 6, (before, state) => {
    painter.tick(before, state);
    painter.draw(recording.pen, { before, state, part: 0.5 }, { ...day, isCalm: true });
  });
  expect(recording.calls().get("fillRect")).toBeUndefined();
});

test("the field has a margin for the wall", () => {
  expect(boardSize({ mode: "daily" }).width).toBeGreaterThan(16 * 32);
});
