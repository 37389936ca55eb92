/** R10: a back-up made while everything is written is one moment of it, and what is not whole never looks so. */
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createBackend, readIdentities, restoreBackup } from "#backend";
import type { Backend } from "#backend";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { howMany } from "../support/how-many.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { openSite } from "../support/site.ts";
import type { Site } from "../support/site.ts";

const ROUNDS = howMany("BACKUP_ROUNDS", { short: 1, full: 25 });
const KILLS = howMany("BACKUP_KILLS", { short: 2, full: 100 });
const DAMAGES = howMany("BACKUP_DAMAGES", { short: 20, full: 1000 });
const LARGE_MIB = howMany("BACKUP_LARGE_MIB", { short: 0, full: 1024 });
const WRITERS = 3;
const maker = fileURLToPath(new URL("./backup-until-killed.ts", import.meta.url));
const log = createLog("silent");

function tempFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "foyer-backup-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

type Opened = { backend: Backend; serverBackend: ServerBackend } & AsyncDisposable;

async function openFolder(dataDir: string): Promise<Opened> {
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const backend = await createBackend({ dataDir, projectId: "foyer", rules, indexes });
  const serverBackend = createEmbeddedServerBackend(backend, { projectId: "foyer", log });
  return { backend, serverBackend, [Symbol.asyncDispose]: () => backend.close() };
}

async function identitiesOf(dataDir: string): Promise<string[]> {
  const text = readFileSync(join(dataDir, "keys", "backup-identities"), "utf8");
  return (await readIdentities(text)).map(({ identity }) => identity);
}

/** In this order, one after the other, so that each moment of the whole can be told from any other. */
const services = ["document", "value", "file", "account"] as const;

function bodyOf(writer: number, number: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${writer} ${number} `.repeat(500));
}

async function writeOne(backend: ServerBackend, writer: number, number: number): Promise<void> {
  const name = `${writer}-${String(number).padStart(6, "0")}`;
  await backend.commit([{ set: `writes/${name}`, data: { number, writer } }]);
  await backend.updateValues({ [`writes/${name}`]: { number, writer } });
  const contentType = "text/plain";
  await backend.putObject(`public/writes/${name}.txt`, bodyOf(writer, number), { contentType });
  // What the snapshot may name goes while its bytes are packed.
  if (number > 2) {
    const old = `${writer}-${String(number - 2).padStart(6, "0")}`;
    await backend.deleteObject(`public/writes/${old}.txt`);
  }
  await backend.createAccount({ email: `${name}@example.com` });
}

/** How far each service of a writer has come. */
async function progressOf(backend: ServerBackend, writer: number) {
  const prefix = `${writer}-`;
  const documents = (await backend.listDocuments("writes")).filter(({ id }) =>
    id.startsWith(prefix),
  );
  const { value } = await backend.getValue("writes");
  const values = Object.keys(value ?? {}).filter((name) => name.startsWith(prefix));
  const accounts: string[] = [];
  let token: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const page = await backend.listAccounts({ token, size: 1000 });
    accounts.push(...page.accounts.map(({ email }) => email ?? ""));
    token = page.next;
  } while (token !== undefined);
  const { names } = await backend.listObjects("public/writes/", { size: 1000 });
  const files = names.map((name) => name.slice("public/writes/".length, -".txt".length));
  const last = (found: string[]) => Math.max(0, ...found.map((name) => Number(name.slice(-6))));
  const own = (found: string[], start: string) => found.filter((name) => name.startsWith(start));
  expect(last(documents.map(({ id }) => id))).toBe(documents.length);
  return {
    document: documents.length,
    value: values.length,
    file: last(own(files, prefix)),
    files: own(files, prefix),
    account: own(accounts, prefix).length,
  };
}

test(`R10: a back-up made while four services are written is one moment of them (${ROUNDS} rounds)`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each has a site of its own
    expect(await backUpWhileWriting()).toMatchObject({ ok: true });
  }
});

/** @returns what a drill of the last one says. */
async function backUpWhileWriting() {
  await using site = await openSite();
  using folder = tempFolder();
  const done = Array.from({ length: WRITERS }, () => 0);
  let isOver = false;
  const writing = done.map(async (_, writer) => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- below
    for (let number = 1; !isOver; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await writeOne(site.serverBackend, writer, number);
      done[writer] = number;
    }
  });
  while (done.some((number) => number < 5)) await wait(5);
  const before = [...done];
  const made = await site.backend.backups.make({ folder: folder.path, encrypt: true, origin: "" });
  const after = [...done];
  isOver = true;
  await Promise.all(writing);
  // Somebody wrote while it was made, or this shows nothing.
  expect(after.some((number, writer) => number > (before[writer] ?? 0) + 1)).toBe(true);
  const into = join(folder.path, "restored");
  await restoreBackup({
    file: join(folder.path, made.name),
    into,
    identities: await identitiesOf(site.dataDir),
  });
  await using restored = await openFolder(into);
  for (const [writer, least] of before.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    const found = await progressOf(restored.serverBackend, writer);
    // What was acknowledged before it began is there, and nothing of after its end.
    expect(found.document).toBeGreaterThanOrEqual(least);
    expect(found.document).toBeLessThanOrEqual((after[writer] ?? 0) + 1);
    // One commit: each service is as far as the one before it, or one behind, and only one of them.
    const steps = services.map((service) => found[service]);
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
    expect((steps[0] ?? 0) - (steps.at(-1) ?? 0)).toBeLessThanOrEqual(1);
    for (const name of found.files) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      const answer = await restored.serverBackend.openObject(`public/writes/${name}.txt`);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(bytes).toEqual(bodyOf(writer, Number(name.slice(-6))));
    }
  }
  await restored[Symbol.asyncDispose]();
  // The site is there until this is done.
  return await sameExports(site, folder.path);
}

/** At rest all that can be exported is the same to the byte, and again when a drill looks. */
async function sameExports(site: Site, folder: string) {
  const { name } = await site.backend.backups.make({ folder, encrypt: true, origin: "" });
  const file = join(folder, name);
  const into = join(folder, "at-rest");
  await restoreBackup({ file, into, identities: await identitiesOf(site.dataDir) });
  const original = await exportAll(site.serverBackend);
  {
    await using restored = await openFolder(into);
    expect(await exportAll(restored.serverBackend)).toEqual(original);
  }
  return site.backend.backups.drill({ file, folder });
}

async function exportAll(backend: ServerBackend): Promise<Record<string, string>> {
  const documents = await backend.documentsBelow("", { limit: 10_000 });
  const database = await new Response(await backend.exportValue("")).text();
  const { accounts, next } = await backend.listAccounts({ size: 1000 });
  expect(next).toBeUndefined();
  const { names } = await backend.listObjects("", { size: 1000 });
  const files: string[] = [];
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    const answer = await backend.openObject(name);
    const hash = createHash("sha256");
    // oxlint-disable-next-line no-await-in-loop -- see above
    hash.update(new Uint8Array(await answer.arrayBuffer()));
    // oxlint-disable-next-line no-await-in-loop -- see above
    files.push(JSON.stringify([await backend.getObject(name), hash.digest("hex")]));
  }
  return {
    documents: JSON.stringify(documents),
    database,
    accounts: JSON.stringify(accounts),
    files: files.join("\n"),
  };
}

test(`R10: kill -9 in the middle leaves nothing that looks whole and is not (${KILLS} kills)`, async () => {
  await using site = await openSite();
  using folder = tempFolder();
  const random = seededRandom(10);
  const body = new Uint8Array(randomBytes(3 * 1024 * 1024));
  await site.serverBackend.putObject("public/large.bin", body, { contentType: "text/plain" });
  await site.backend.backups.keys();
  await site.backend.close();
  const backups = join(folder.path, "backups");
  const said: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    said.push(...(await makeAndKill(site.dataDir, backups, random.below(500))));
  }
  const whole = readdirSync(backups).filter((name) => name.endsWith(".age"));
  for (const name of said) expect(whole).toContain(name);
  const identities = await identitiesOf(site.dataDir);
  for (const [index, name] of whole.entries()) {
    const into = join(folder.path, `restored-${index}`);
    // oxlint-disable-next-line no-await-in-loop -- a few
    await restoreBackup({ file: join(backups, name), into, identities });
    rmSync(into, { recursive: true });
  }
  await using again = await openFolder(site.dataDir);
  await again.backend.backups.make({ folder: backups, encrypt: true, origin: "" });
  expect(readdirSync(backups).filter((name) => name.startsWith("."))).toEqual([]);
});

/** @returns the names that it said it had made. */
async function makeAndKill(dataDir: string, folder: string, afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [maker, dataDir, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  const ended = once(child, "close");
  const hasBegun = () =>
    existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(".making-"));
  while (!hasBegun()) await wait(5);
  await wait(afterMs);
  child.kill("SIGKILL");
  await ended;
  return [...output.matchAll(/^made (.*)$/gm)].map(([, name = ""]) => name);
}

test("R10: a full disk is said, keeps what there was and leaves nothing behind", async () => {
  await using site = await openSite();
  using folder = tempFolder();
  const body = new Uint8Array(randomBytes(6 * 1024 * 1024));
  await site.serverBackend.putObject("public/large.bin", body, { contentType: "text/plain" });
  const good = await site.backend.backups.make({ folder: folder.path, encrypt: true, origin: "" });
  await site.backend.close();
  // No file may grow beyond 4 MiB; the database is smaller, the archive is not.
  const child = spawn(
    "bash",
    ["-c", 'ulimit -f 4096; exec "$@"', "bash", process.execPath, maker, site.dataDir, folder.path],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  await once(child, "close");
  expect(output).toMatch(
    /^failed disk-full The disk of .* is full\. Nothing of this back-up was kept/m,
  );
  expect(readdirSync(folder.path).toSorted()).toEqual([good.name, `${good.name}.sha256`]);
});

test(`R10: a back-up with another byte anywhere is noticed (${DAMAGES} places)`, async () => {
  await using site = await openSite();
  using folder = tempFolder();
  const random = seededRandom(11);
  for (let file = 0; file < 20; file += 1) {
    const body = new Uint8Array(randomBytes(random.below(40_000)));
    // oxlint-disable-next-line no-await-in-loop -- a few
    await site.serverBackend.putObject(`public/${file}.bin`, body, { contentType: "text/plain" });
  }
  const identities = (await site.backend.backups.keys()).map(({ identity }) => identity);
  for (const encrypt of [true, false]) {
    // oxlint-disable-next-line no-await-in-loop -- two
    const { name } = await site.backend.backups.make({ folder: folder.path, encrypt, origin: "" });
    const path = join(folder.path, name);
    const bytes = readFileSync(path);
    for (let damage = 0; damage < DAMAGES; damage += 1) {
      const at = random.below(bytes.length);
      const copy = Buffer.from(bytes);
      if (damage % 5 === 0) copy.fill(0, at, at + 100);
      else copy[at] = (copy[at] ?? 0) ^ (1 << (damage % 8));
      writeFileSync(path, damage % 5 === 1 ? copy.subarray(0, at) : copy);
      const into = join(folder.path, "restored");
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const outcome = await restoreBackup({ file: path, into, identities }).then(
        () => "restored",
        (error: { code?: string }) => error.code,
      );
      // One whose list of recipients is damaged looks like one that was made for somebody else.
      expect(["damaged", "wrong-key"], `${name} at ${at}`).toContain(outcome);
      expect(existsSync(join(into, "foyer.sqlite"))).toBe(false);
    }
    writeFileSync(path, bytes);
  }
});

test.runIf(LARGE_MIB > 0)("R10: the memory of a back-up does not grow with the files", async () => {
  await using site = await openSite();
  using folder = tempFolder();
  const piece = new Uint8Array(randomBytes(16 * 1024 * 1024));
  const peaks: number[] = [];
  for (const pieces of [1, LARGE_MIB / 16]) {
    for (let index = 0; index < pieces; index += 1) {
      piece[0] = index;
      piece[1] = index >> 8;
      const name = `public/large-${index}.bin`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await site.serverBackend.putObject(name, piece, { contentType: "text/plain" });
    }
    let peak = 0;
    const timer = setInterval(() => (peak = Math.max(peak, memoryOfChildren())), 50);
    // oxlint-disable-next-line no-await-in-loop -- two
    const { name } = await site.backend.backups.make({
      folder: folder.path,
      encrypt: true,
      origin: "",
    });
    // oxlint-disable-next-line no-await-in-loop -- see above
    const drill = await site.backend.backups.drill({
      file: join(folder.path, name),
      folder: folder.path,
    });
    clearInterval(timer);
    expect(drill).toMatchObject({ ok: true });
    peaks.push(peak);
  }
  const [small = 0, large = 0] = peaks;
  expect(large - small).toBeLessThanOrEqual(64 * 1024 ** 2);
});

/** Bytes of the processes that this one has started. */
function memoryOfChildren(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  return children
    .split(" ")
    .filter((pid) => pid.trim() !== "")
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
      } catch {
        // It has just ended.
        return 0;
      }
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}
