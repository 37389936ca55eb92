import { expect, test } from "vitest";
import { playAgain } from "#games/engines.ts";
import { type TickInput, noInput } from "#games/kit/engine.ts";
import { hashState } from "#games/kit/hash-state.ts";
import { createTicker } from "#games/kit/ticker.ts";
import { snake } from "../snake/game.ts";
import { createHeld } from "./held.ts";
import { createRun } from "./run.ts";

const rules = snake.rulesOf("wrap", { speed: 1, size: 1 });
const bitOf = (id: string) => snake.buttons.find((button) => button.id === id)!.bit;

function played(inputs: (tick: number) => TickInput, ticks: number) {
  const commits: [tick: number, bytes: number][] = [];
  const run = createRun(
    snake,
    { seed: 7, rules },
    { onTick() {}, onCommit: (tick, written) => commits.push([tick, written.length]) },
  );
  for (let tick = 0; tick < ticks; tick += 1) run.tick(inputs(tick));
  return { run, commits };
}

test("a run comes out the same when its log is played again", () => {
  const order = ["up", "left", "down", "right"].map(bitOf);
  const { run } = played(
    (tick) => ({ held: tick % 60 === 0 ? order[(tick / 60) % 4]! : 0, at: undefined }),
    3000,
  );
  const { log, ticks, hash } = run.finished();
  const again = playAgain("snake", 1, { seed: 7, rules, log, ticks });
  expect(again).toMatchObject({ hash });
  expect(hashState(run.state())).toBe(hash);
});

test("it tells each ten seconds what was written since, and in all what the log is", () => {
  const { run, commits } = played(
    (tick) => ({ held: tick % 90 === 0 ? bitOf("up") : 0, at: undefined }),
    1900,
  );
  expect(commits.map(([tick]) => tick)).toEqual([600, 1200, 1800]);
  const told = commits.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(told).toBeLessThanOrEqual(run.finished().log.length);
});

test("the same second is the same run at 30, 60 and 144 frames a second", () => {
  const hashes = [30, 60, 144].map((rate) => {
    const ticker = createTicker();
    const held = createHeld();
    const { run } = played(() => noInput, 0);
    for (let frame = 0; frame <= rate * 5; frame += 1) {
      const due = ticker.frame((frame * 1000) / rate).ticks;
      if (frame === rate) held.hold("ArrowUp", bitOf("up"), true);
      if (frame === rate * 2) held.hold("ArrowUp", bitOf("up"), false);
      for (let tick = 0; tick < due; tick += 1) run.tick({ held: held.take(), at: undefined });
    }
    return [run.ticks(), hashState(run.state())];
  });
  expect(hashes[1]).toEqual(hashes[0]);
  expect(hashes[2]).toEqual(hashes[0]);
});

test("a key that the system repeats is one press", () => {
  const inputsOf = (repeats: number) => {
    const held = createHeld();
    for (let count = 0; count <= repeats; count += 1) held.hold("ArrowUp", bitOf("up"), true);
    return () => ({ held: held.take(), at: undefined });
  };
  const [once, often] = [0, 30].map(
    (repeats) => played(inputsOf(repeats), 200).run.finished().hash,
  );
  expect(often).toBe(once);
});

test("beyond an hour it goes on and counts for nothing", () => {
  const { run } = played(() => noInput, 216_001);
  expect(run.isOver()).toBe(false);
  expect(run.isLogged()).toBe(false);
  expect(run.finished().result).toBeUndefined();
});
