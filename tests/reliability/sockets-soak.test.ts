import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type DatabaseProcess, startDatabase } from "./database-process.ts";
import type { SoakResult } from "./sockets-soak-clients.ts";
import { howMany } from "../support/how-many.ts";

const SOCKETS = howMany("SOAK_SOCKETS", { short: 50, full: 1_000 });
const SECONDS = howMany("SOAK_SECONDS", { short: 4, full: 600 });
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
/** After which nothing may grow. */
const SETTLED_AFTER_SECONDS = Math.min(120, SECONDS / 4);
const GROWTH = { heapMb: 8, memoryMb: 48 };
/** Of what the process makes once, when it first needs it; far less than is made for each socket and each listen. */
const MADE_LATER = 4;
const MB = 1_000_000;

const RULES = {
  rooms: { ".read": true, ".write": true, $room: { items: { ".indexOn": ["score"] } } },
  presence: { ".read": true, ".write": true },
};
const clients = fileURLToPath(new URL("./sockets-soak-clients.ts", import.meta.url));

test(`R9: ${SOCKETS} sockets that write and reconnect for ${SECONDS} s are told what is stored, and leave nothing behind`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-soak-"));
  try {
    await using server = await startDatabase({ dataDir, rules: RULES });
    // What is made once, at first use, is no leak.
    await (await startClients(server, { sockets: 20, seconds: 1 })).leave();
    await allGone(server);
    const before = await server.held();

    const soak = await startClients(server, { sockets: SOCKETS, seconds: SECONDS });
    await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_SECONDS * 1000));
    const settled = await measure(server);
    const result = await soak.result;
    const atEnd = await measure(server);
    await soak.leave();
    await allGone(server);
    const after = await server.held();
    console.log("R9", JSON.stringify({ ...result, before, settled, atEnd, after }));

    expect(result.wrong).toEqual([]);
    expect(result.writes).toBeGreaterThan(SECONDS);
    expect(result.reconnects).toBeGreaterThan(0);
    expect(settled.sockets).toBeGreaterThan(SOCKETS * 0.8);
    expect(atEnd.sockets).toBe(SOCKETS);
    expect(atEnd.heapMb - settled.heapMb).toBeLessThan(GROWTH.heapMb);
    expect(atEnd.memoryMb - settled.memoryMb).toBeLessThan(GROWTH.memoryMb);
    // Every view, every place in the tree of views and every session has some of these.
    expect(after.sets - before.sets).toBeLessThanOrEqual(MADE_LATER);
    expect(after.maps - before.maps).toBeLessThanOrEqual(MADE_LATER);
    expect(server.printed()).toBe("");
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function startClients(
  { port }: DatabaseProcess,
  { sockets, seconds }: { sockets: number; seconds: number },
) {
  const args = [clients, ...[port, sockets, seconds, SEED].map(String)];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let printed = "";
  child.stderr?.on("data", (chunk: Buffer) => (printed += chunk));
  const closed = once(child, "close");
  const failed = closed.then(() => {
    throw new Error(`The clients have ended. They printed:\n${printed}`);
  });
  await Promise.race([once(child, "message"), failed]);
  const result = Promise.race([once(child, "message"), failed]).then(
    ([message]) => message as SoakResult,
  );
  return {
    result,
    async leave(): Promise<void> {
      await result;
      child.send("leave");
      await closed;
    },
  };
}

async function measure(server: DatabaseProcess) {
  const { heapBytes, sockets } = await server.held();
  return { heapMb: Math.round(heapBytes / MB), memoryMb: server.memoryMb().now, sockets };
}

/** All sockets are closed, and what their clients left for when they are has been done. */
async function allGone(server: DatabaseProcess): Promise<void> {
  const patience = { timeout: 60_000, interval: 200 };
  await expect.poll(async () => (await server.held()).sockets, patience).toBe(0);
  const presence = () => fetch(`${server.origin}/presence.json?ns=foyer`);
  await expect.poll(async () => (await presence()).json(), patience).toBeNull();
}
