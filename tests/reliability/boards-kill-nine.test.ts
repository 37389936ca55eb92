import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createBoards } from "../../server/boards/boards.ts";
import { createLog } from "../../server/log.ts";
import { howMany } from "../support/how-many.ts";
import { moreThanTen, runAndKill, withServerBackend } from "./kill-under-way.ts";

const rounds = howMany("BOARDS_KILL_ROUNDS", { short: 2, full: 100 });
const script = new URL("./boards-until-killed.ts", import.meta.url);
const isUnderWay = moreThanTen("a");

test(`kill -9 while three servers change a board: what was taken is there, each change once, and the board holds (${rounds} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-boards-"));
  try {
    const board = await withServerBackend(dataDir, makeBoard);
    const begun = new Set<number>();
    const taken = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const again = [...begun].filter((write) => !taken.has(write));
      const asked = { board, first: Math.max(0, ...begun) + 1, again };
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await runAndKill({
        script,
        dataDir,
        asked,
        isUnderWay,
        afterMs: (round * 37) % 300,
      });
      for (const [, kind, number] of output.matchAll(/^([ba]) (\d+)$/gm)) {
        (kind === "b" ? begun : taken).add(Number(number));
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      const stored = await withServerBackend(dataDir, (backend) =>
        backend.getValue(`boards/${board}`),
      );
      assertBoard(stored.value);
      const { cards } = stored.value as { cards: Record<string, unknown> };
      const there = Object.keys(cards).map((id) => Number(id.slice(1)));
      expect([...taken].filter((write) => !there.includes(write))).toEqual([]);
      expect(there.filter((write) => !begun.has(write))).toEqual([]);
    }
    expect(taken.size).toBeGreaterThan(rounds * 5);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function makeBoard(backend: ServerBackend): Promise<string> {
  const boards = createBoards({ backend, log: createLog("silent"), now: Date.now });
  const made = await boards.create("ann", { name: "House", colour: "", zone: "UTC" });
  if (typeof made !== "object" || !("board" in made)) throw new Error("No board was made.");
  return made.board;
}
