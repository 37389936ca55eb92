import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomId } from "./random-id.ts";

test("each id is another one", () => {
  const ids = new Set(Array.from({ length: 100 }, randomId));
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test("nothing in the browser asks for a UUID, which a site on plain http cannot make", () => {
  const app = join(import.meta.dirname, "..");
  const files = globSync("**/*.{ts,tsx}", { cwd: app }).filter((name) => !name.includes(".test."));
  expect(files.length).toBeGreaterThan(100);
  const asking = files.filter((name) =>
    /\brandomUUID\(/.test(readFileSync(join(app, name), "utf8")),
  );
  expect(asking).toEqual([]);
});
