import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createBoards } from "./boards.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site[Symbol.asyncDispose]());

let stamp = Date.now() * 1000;
const next = () => (stamp += 1);

/** What one act reads and writes of a board with so many cards. */
async function costOf(
  cards: number,
): Promise<{ reads: string[]; letters: number; written: number }> {
  const whole = site.serverBackend;
  const cost = { reads: [] as string[], letters: 0, written: 0 };
  const backend: ServerBackend = {
    ...whole,
    async getValue(path) {
      const answer = await whole.getValue(path);
      cost.reads.push(path.replace(board, "B"));
      cost.letters += JSON.stringify(answer.value).length;
      return answer;
    },
    async updateInOrder(kind, of, values) {
      cost.written = Object.keys(values).length;
      return whole.updateInOrder(kind, of, values);
    },
  };
  const boards = createBoards({ backend, log: recordingLog().log, now: Date.now });
  let board = "-";
  const made = await boards.create("ann", { name: "House", colour: "", zone: "UTC" });
  ({ board } = made as { board: string });
  const ids = Array.from({ length: cards }, (_, at) => `k${String(at).padStart(3, "0")}`);
  const at = next();
  for (let from = 0; from < cards; from += 150) {
    const writes = ids.slice(from, from + 150).flatMap((id) => [
      [`cards/${id}/title`, { v: `Card ${id}`, t: at, p: 0 }],
      [`cards/${id}/place`, { column: "c1", order: id, by: "ann", t: at, p: 0 }],
    ]);
    // oxlint-disable-next-line no-await-in-loop
    expect(await boards.change("ann", board, Object.fromEntries(writes))).toBe("taken");
  }
  Object.assign(cost, { reads: [], letters: 0 });
  const place = { column: "c2", order: "a0", by: "ann", t: next(), p: at };
  expect(await boards.change("ann", board, { "cards/k001/place": place })).toBe("taken");
  return cost;
}

test("what an act reads and writes does not grow with the board", async () => {
  const [small, large] = [await costOf(10), await costOf(600)];
  expect(large.reads.toSorted()).toEqual(small.reads.toSorted());
  expect(large.written).toBe(small.written);
  // Counts have more digits.
  expect(large.letters - small.letters).toBeLessThan(50);
});
