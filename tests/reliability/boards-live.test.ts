/**
 * A board on the devices of its three members, processes with Firebase's SDK, against the real server, which judges:
 * connections are cut, the server and a device are killed. After each update the server looks whether all that a board
 * promises holds. No word is lost, and all end with what the server has. BOARDS_SEED runs another seed.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBackend } from "#backend";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import { boardKinds } from "#lib/boards/shape.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { createBoards } from "../../server/boards/boards.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { openCutProxy } from "../support/cut-proxy.ts";
import { howMany } from "../support/how-many.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startDatabase } from "./database-process.ts";
import { wordsIn } from "./live-device.ts";
import { differencesOf, openLiveDevice, signUp, syncOf } from "./live-devices.ts";

const ACTS = howMany("BOARDS_ACTS", { short: 40, full: 400 });
const SEED = Number(process.env["BOARDS_SEED"] ?? 14);
const names = ["ann", "bob", "cis"];
const emailOf = (name: string) => `${name}@example.com`;

test(`R1: three members with one board, cut and killed, keep each word, and the board holds at each seq (${ACTS} acts each)`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-boards-live-"));
  const dataDir = join(folder, "data");
  let server = await startDatabase({ dataDir, judgesBoards: true });
  const accounts = await Promise.all(names.map((name) => signUp(server.origin, emailOf(name))));
  const [ann, ...others] = accounts.map(({ localId }) => localId);
  await server.kill();
  const board = await makeBoard(dataDir, ann!, others);
  server = await startDatabase({ dataDir, judgesBoards: true });
  await using proxy = await openCutProxy(server.port, 10_000_000);
  const random = seededRandom(SEED);
  const words = { typed: new Set<string>(), replaced: new Set<string>() };
  const open = (name: string, seed: number, acts: number) => {
    const own = join(folder, `device-${name}`);
    mkdirSync(own, { recursive: true });
    const asked = [proxy.origin, own, emailOf(name), `${seed}`, `${acts}`, board];
    return openLiveDevice(new URL("./boards-live-device.ts", import.meta.url), asked, words);
  };
  let devices = names.map((name, at) => open(name, SEED + at, ACTS));
  const printed: string[] = [];
  try {
    const progress = () => devices.reduce((sum, device) => sum + device.words(), 0);
    for (let round = 1; round <= 2; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect.poll(progress, { timeout: 300_000 }).toBeGreaterThan(ACTS * round * 0.3);
      // oxlint-disable-next-line no-await-in-loop
      await server.kill();
      printed.push(server.printed());
      // oxlint-disable-next-line no-await-in-loop
      server = await startDatabase({ dataDir, judgesBoards: true });
      proxy.leadTo(server.port);
      proxy.cut();
    }
    const killed = devices[random.below(3)]!;
    await killed.kill();
    devices = devices.map((device) =>
      device === killed ? open(device.name, SEED + 100, Math.ceil(ACTS / 4)) : device,
    );
    await Promise.all(devices.map(({ acted }) => acted));
    proxy.cut();
    const isSettled = async () => (await Promise.all(devices.map(syncOf))).join(" ");
    await expect.poll(isSettled, { timeout: 300_000 }).toBe("saved saved saved");
    const stored = async () => {
      const query = `ns=foyer&auth=${accounts[0]!.idToken}`;
      const answer = await fetch(`${server.origin}/boards/${board}.json?${query}`);
      return (await answer.json()) as Record<string, object>;
    };
    const differ = async () => {
      const there = await stored();
      const shown = await Promise.all(devices.map((device) => device.shown()));
      return shown.flatMap((one) => differencesOf(boardKinds, one, there));
    };
    await expect.poll(differ, { timeout: 60_000, interval: 500 }).toEqual([]);
    printed.push(server.printed());
    expect(printed.join("")).toBe("");
    const there = await stored();
    assertBoard(there);
    // It was judged in many pieces, and not only in a few.
    expect(there["seq"]).toBeGreaterThan(5);
    const waits = (await Promise.all(devices.map((device) => device.shown()))).map(
      (shown) => shown.waits,
    );
    const kept = new Set(wordsIn([there, waits]));
    expect(words.typed.size).toBeGreaterThan(ACTS / 2);
    const lost = [...words.typed].filter((word) => !kept.has(word) && !words.replaced.has(word));
    expect(lost).toEqual([]);
  } finally {
    await Promise.all(devices.map((device) => device.kill()));
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}, 900_000);

/** Two of its three columns have a limit. */
async function makeBoard(
  dataDir: string,
  owner: string,
  members: readonly string[],
): Promise<string> {
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const embedded = await createBackend({ dataDir, projectId: "foyer", rules, indexes });
  try {
    const log = createLog("silent");
    const backend = createEmbeddedServerBackend(embedded, { projectId: "foyer", log });
    const boards = createBoards({ backend, log, now: Date.now });
    const made = await boards.create(owner, { name: "House", colour: "", zone: "UTC" });
    if (typeof made !== "object" || !("board" in made)) throw new Error("No board was made.");
    const { board } = made;
    const limit = (v: number) => ({ v, t: Date.now() * 1000, p: 0 });
    const limits = { "columns/c2/limit": limit(3), "columns/c3/limit": limit(2) };
    expect(await boards.change(owner, board, limits)).toBe("taken");
    const roles = members.map((uid) => [
      `boards/${board}/members/${uid}`,
      { role: "member", name: "", since: 1 },
    ]);
    await backend.updateValues(Object.fromEntries(roles));
    return board;
  } finally {
    await embedded.close();
  }
}
