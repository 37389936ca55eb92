import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createBackend } from "#backend";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { createBoards } from "../../server/boards/boards.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { howMany } from "../support/how-many.ts";

const rounds = howMany("BOARDS_KILL_ROUNDS", { short: 2, full: 100 });
const script = fileURLToPath(new URL("./boards-until-killed.ts", import.meta.url));

test(`kill -9 while three servers change a board: what was taken is there, each change once, and the board holds (${rounds} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-boards-"));
  try {
    const board = await withBackend(dataDir, makeBoard);
    const begun = new Set<number>();
    const taken = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const again = [...begun].filter((write) => !taken.has(write));
      const asked = { board, first: Math.max(0, ...begun) + 1, again };
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await changeAndKill(dataDir, asked, (round * 37) % 300);
      for (const [, kind, number] of output.matchAll(/^([ba]) (\d+)$/gm)) {
        (kind === "b" ? begun : taken).add(Number(number));
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      const stored = await withBackend(dataDir, (backend) => backend.getValue(`boards/${board}`));
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

async function withBackend<Result>(
  dataDir: string,
  work: (backend: ServerBackend) => Promise<Result>,
): Promise<Result> {
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
  try {
    const log = createLog("silent");
    return await work(createEmbeddedServerBackend(backend, { projectId: "kill", log }));
  } finally {
    await backend.close();
  }
}

/** Returns what it said. */
async function changeAndKill(dataDir: string, asked: object, afterMs: number): Promise<string> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(JSON.stringify(asked));
  let output = "";
  let errors = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    // The time counts from when some have been taken.
    const isUnderWay = (output.match(/^a /gm)?.length ?? 0) > 10;
    if (isUnderWay) timer ??= setTimeout(() => child.kill("SIGKILL"), afterMs);
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  expect([code, signal, errors]).toEqual([null, "SIGKILL", ""]);
  return output;
}
