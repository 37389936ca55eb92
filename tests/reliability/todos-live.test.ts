/**
 * The todo list on three devices, processes with Firebase's SDK, against the real server: connections are cut, the server and
 * a device are killed. No word is lost, and all end with what the server has. TODOS_SEED runs another seed.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCutProxy } from "../support/cut-proxy.ts";
import { howMany } from "../support/how-many.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startDatabase } from "./database-process.ts";
import { wordsIn } from "./live-device.ts";
import { differencesOf, openLiveDevice, signUp, syncOf } from "./live-devices.ts";

const ACTS = howMany("TODOS_ACTS", { short: 25, full: 400 });
const SEED = Number(process.env["TODOS_SEED"] ?? 13);
const email = "ann@example.com";

test(`R1: three devices with one todo list, cut and killed, keep each word and end the same (${ACTS} acts each)`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-todos-live-"));
  const dataDir = join(folder, "data");
  let server = await startDatabase({ dataDir });
  await using proxy = await openCutProxy(server.port, 10_000_000);
  const account = await signUp(server.origin, email);
  const random = seededRandom(SEED);
  const words = { typed: new Set<string>(), replaced: new Set<string>() };
  const open = (name: string, seed: number, acts: number) => {
    const own = join(folder, `device-${name}`);
    mkdirSync(own, { recursive: true });
    const asked = [proxy.origin, own, email, `${seed}`, `${acts}`];
    return openLiveDevice(new URL("./todos-live-device.ts", import.meta.url), asked, words);
  };
  let devices = ["ann", "bob", "cis"].map((name, at) => open(name, SEED + at, ACTS));
  try {
    const progress = () => devices.reduce((sum, device) => sum + device.words(), 0);
    for (let round = 1; round <= 2; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect.poll(progress, { timeout: 300_000 }).toBeGreaterThan(ACTS * round * 0.3);
      // oxlint-disable-next-line no-await-in-loop
      await server.kill();
      // oxlint-disable-next-line no-await-in-loop
      server = await startDatabase({ dataDir });
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
      const url = `${server.origin}/todos/${account.localId}.json?ns=foyer&auth=${account.idToken}`;
      return (await (await fetch(url)).json()) as Record<string, object>;
    };
    const differ = async () => {
      const there = await stored();
      const shown = await Promise.all(devices.map((device) => device.shown()));
      return shown.flatMap((one) => differencesOf(["tasks", "lost"], one, there));
    };
    await expect.poll(differ, { timeout: 60_000, interval: 500 }).toEqual([]);
    const kept = new Set(wordsIn(await stored()));
    expect(words.typed.size).toBeGreaterThan(ACTS / 2);
    const lost = [...words.typed].filter((word) => !kept.has(word) && !words.replaced.has(word));
    expect(lost).toEqual([]);
  } finally {
    await Promise.all(devices.map((device) => device.kill()));
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
