import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type KeptRun, gameNames, playKept } from "../tests/support/kept-runs.ts";

test.each(gameNames)("the kept runs of %s come out as they did, 20 at least", (game) => {
  const file = new URL(`./${game}/v1/golden.json`, import.meta.url);
  const runs = JSON.parse(readFileSync(file, "utf8")) as KeptRun[];
  expect(runs.length).toBeGreaterThanOrEqual(20);
  expect(playKept(game, runs)).toEqual(runs.map(({ hash, result }) => ({ hash, result })));
});
