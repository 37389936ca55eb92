/**
 * The todo list on three devices, processes with Firebase's SDK, against the real server: connections are cut, the server and
 * a device are killed. No word is lost, and all end with what the server has. TODOS_SEED runs another seed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readItem } from "#lib/records/register.ts";
import { openCutProxy } from "../support/cut-proxy.ts";
import { howMany } from "../support/how-many.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startDatabase } from "./database-process.ts";
import { wordsIn } from "./todos-live-acts.ts";

const ACTS = howMany("TODOS_ACTS", { short: 25, full: 400 });
const SEED = Number(process.env["TODOS_SEED"] ?? 13);
const email = "ann@example.com";
const script = fileURLToPath(new URL("./todos-live-device.ts", import.meta.url));

const quiet = "--disable-warning=ExperimentalWarning";

type Shown = { sync: unknown; tasks: object; lost: object };

test(`R1: three devices with one todo list, cut and killed, keep each word and end the same (${ACTS} acts each)`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-todos-live-"));
  const dataDir = join(folder, "data");
  let server = await startDatabase({ dataDir });
  await using proxy = await openCutProxy(server.port, 10_000_000);
  const account = await signUp(server.origin);
  const random = seededRandom(SEED);
  const words = { typed: new Set<string>(), replaced: new Set<string>() };
  const open = (name: string, seed: number, acts: number) => {
    const own = join(folder, `device-${name}`);
    mkdirSync(own, { recursive: true });
    return openDevice([proxy.origin, own, email, `${seed}`, `${acts}`], words);
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
      const there = itemsOf(await stored());
      const shown = await Promise.all(devices.map((device) => device.shown()));
      return shown.flatMap(({ tasks, lost }) => differencesOf({ tasks, lost }, there));
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

async function signUp(origin: string): Promise<{ localId: string; idToken: string }> {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test`;
  const body = JSON.stringify({ email, password: "correct horse", returnSecureToken: true });
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { localId: string; idToken: string };
}

type Device = ReturnType<typeof openDevice>;

function openDevice(asked: string[], words: { typed: Set<string>; replaced: Set<string> }) {
  const child = spawn(process.execPath, [quiet, script, ...asked], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const acted = Promise.withResolvers<void>();
  const answers: ((shown: Shown) => void)[] = [];
  let count = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [what, word = ""] = line.split(" ");
    if (what === "w") {
      words.typed.add(word);
      count += 1;
    } else if (what === "r") words.replaced.add(word);
    else if (what === "acted") acted.resolve();
    else answers.shift()?.(JSON.parse(line) as Shown);
  });
  return {
    name: asked[1]?.replace(/.*-/, "") ?? "",
    words: () => count,
    acted: acted.promise,
    shown(): Promise<Shown> {
      const answer = Promise.withResolvers<Shown>();
      answers.push(answer.resolve);
      child.stdin.write("?\n");
      return answer.promise;
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

async function syncOf(device: Device): Promise<string> {
  return JSON.stringify((await device.shown()).sync).replaceAll('"', "");
}

function itemsOf(stored: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    ["tasks", "lost"].map((kind) => [
      kind,
      Object.fromEntries(
        Object.entries(stored[kind] ?? {}).map(([id, value]) => [id, readItem(value)?.registers]),
      ),
    ]),
  );
}

function differencesOf(shown: Record<string, object>, stored: Record<string, object>): string[] {
  return ["tasks", "lost"].flatMap((kind) => {
    const [one, other] = [shown[kind] ?? {}, stored[kind] ?? {}].map(
      (items) => new Map(Object.entries(items)),
    ) as [Map<string, unknown>, Map<string, unknown>];
    const ids = new Set([...one.keys(), ...other.keys()]);
    return [...ids].filter((id) => sorted(one.get(id)) !== sorted(other.get(id)));
  });
}

/** Whatever the order of its parts. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
