import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../sqlite/testing/temp-dir.ts";
import { restoreBackup } from "../restore-backup.ts";
import { openSite } from "../../tests/support/site.ts";
import { extractBackup } from "./extract-backup.ts";
import { openBackupKeys, readIdentities } from "./keys.ts";
import { writeManifest } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import { writeArchive } from "./write-archive.ts";

const origin = "https://ada.example";
const file = (text: string) => new TextEncoder().encode(text);
const contentType = "text/plain";
const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

async function entriesOf(path: string, identities: string[]): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, body } of readArchive(path, identities)) {
    names.push(name);
    for await (const _ of body);
  }
  return names;
}

async function refusalOf(restoring: Promise<unknown>): Promise<{ code: string; message: string }> {
  return restoring.then(
    () => ({ code: "restored", message: "" }),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  );
}

test("it holds the database, the keys and the stored files, and nothing that passes or repeats", async () => {
  await using site = await openSite();
  using dir = createTempDir();
  const { dataDir, serverBackend, backend } = site;
  await serverBackend.putObject("public/a.txt", file("a"), { contentType });
  await serverBackend.putObject("public/same.txt", file("a"), { contentType });
  const secret = "a secret of this day alone";
  await serverBackend.commit([
    { set: "server/salt", data: { secret } },
    { set: "server/kept", data: { text: "kept" } },
  ]);
  for (const [folder, name] of [
    ["outbox", "mail"],
    ["cache", "picture"],
    ["files/incoming", "half"],
    ["keys", "half.new"],
  ] as const) {
    mkdirSync(join(dataDir, folder), { recursive: true });
    writeFileSync(join(dataDir, folder, name), "x");
  }
  const without = ["server/salt", "server/none"];
  const made = await backend.backups.make({ folder: dir.path, encrypt: true, origin, without });
  expect(made).toMatchObject({ contents: { count: 1, bytes: 1 }, missing: 0 });
  const path = join(dir.path, made.name);
  expect(readFileSync(`${path}.sha256`, "utf8")).toBe(`${made.sha256}  ${made.name}\n`);
  expect(createHash("sha256").update(readFileSync(path)).digest("hex")).toBe(made.sha256);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const [key] = await backend.backups.keys();
  const names = await entriesOf(path, [key?.identity ?? ""]);
  expect(names.slice(0, 2)).toEqual(["manifest.json", "foyer.sqlite"]);
  const sha256 = sha256Of("a");
  expect(names.filter((name) => name.startsWith("files/"))).toEqual([
    `files/${sha256.slice(0, 2)}/${sha256}`,
  ]);
  const keys = readdirSync(join(dataDir, "keys")).filter((name) => name !== "half.new");
  expect(names.filter((name) => name.startsWith("keys/"))).toEqual(
    keys.toSorted().map((name) => `keys/${name}`),
  );
  expect(names).toHaveLength(3 + keys.length);
  const into = join(dir.path, "restored");
  await restoreBackup({ file: path, into, identities: [key?.identity ?? ""] });
  const database = readFileSync(join(into, "foyer.sqlite"));
  expect([database.includes(secret), database.includes("kept")]).toEqual([false, true]);
  expect(await backend.backups.drill({ file: path, folder: dir.path })).toMatchObject({ ok: true });
  expect(await serverBackend.getDocument("server/salt")).not.toBeNull();
});

test("what the site's disk has lost or damaged keeps nothing else out, and is counted", async () => {
  await using site = await openSite();
  using dir = createTempDir();
  const { dataDir, serverBackend, backend } = site;
  for (const name of ["lost", "damaged", "good"]) {
    // oxlint-disable-next-line no-await-in-loop -- three
    await serverBackend.putObject(`public/${name}.txt`, file(name), { contentType });
  }
  const pathOf = (text: string) =>
    join(dataDir, "files", sha256Of(text).slice(0, 2), sha256Of(text));
  rmSync(pathOf("lost"));
  writeFileSync(pathOf("damaged"), "DAMAGED");
  const made = await backend.backups.make({ folder: dir.path, encrypt: false, origin });
  expect(made).toMatchObject({ contents: { count: 1, bytes: 4 }, missing: 2, key: null });
  const path = join(dir.path, made.name);
  const into = join(dir.path, "restored");
  expect(await restoreBackup({ file: path, into, identities: [] })).toMatchObject({ missing: 2 });
  const restored = join(into, "files", sha256Of("good").slice(0, 2), sha256Of("good"));
  expect(readFileSync(restored, "utf8")).toBe("good");
  // Made before, so that it is there: no file that is not encrypted opens one that is.
  expect(await backend.backups.keys()).toHaveLength(1);
  const again = await backend.backups.make({ folder: dir.path, encrypt: false, origin });
  const names = await entriesOf(join(dir.path, again.name), []);
  expect(names.filter((name) => name.startsWith("keys/"))).not.toEqual([]);
  expect(names).not.toContain("keys/backup-identities");
  const report = await backend.backups.drill({ file: path, folder: dir.path });
  expect(report.ok).toBe(true);
  expect(report.text).toContain("2 files were lost before it was made.");
});

test("after a change of the key each back-up still needs its own", async () => {
  await using site = await openSite();
  using dir = createTempDir();
  const { backups } = site.backend;
  const old = await backups.make({ folder: dir.path, encrypt: true, origin });
  await backups.changeKey();
  const [newest, oldest] = await backups.keys();
  const fresh = await backups.make({ folder: dir.path, encrypt: true, origin });
  expect([old.key, fresh.key]).toEqual([oldest?.id, newest?.id]);
  const restoreBy = (name: string, identity: string | undefined, into: string) =>
    refusalOf(
      restoreBackup({
        file: join(dir.path, name),
        into: join(dir.path, into),
        identities: identity === undefined ? [] : [identity],
      }),
    );
  expect(await restoreBy(old.name, newest?.identity, "a")).toMatchObject({
    code: "wrong-key",
    message: expect.stringContaining("It was made for another one.") as string,
  });
  expect(await restoreBy(old.name, undefined, "a")).toMatchObject({
    code: "wrong-key",
    message: expect.stringContaining("give the file with its key") as string,
  });
  expect(existsSync(join(dir.path, "a", "foyer.sqlite"))).toBe(false);
  expect((await restoreBy(old.name, oldest?.identity, "a")).code).toBe("restored");
  expect((await restoreBy(fresh.name, newest?.identity, "b")).code).toBe("restored");
  expect(await restoreBy(fresh.name, newest?.identity, "b")).toMatchObject({ code: "not-empty" });
});

test("the file of keys is age's own, for its owner alone, and one key is made when two ask", async () => {
  using dir = createTempDir();
  const keys = openBackupKeys(join(dir.path, "keys"), () => Date.parse("2026-11-22T00:00:00Z"));
  const [[first], [second]] = await Promise.all([keys.all(), keys.all()]);
  expect(first).toEqual(second);
  await keys.change();
  const path = join(dir.path, "keys", "backup-identities");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const read = await readIdentities(readFileSync(path, "utf8"));
  expect(read).toEqual(await keys.all());
  expect(read).toHaveLength(2);
  expect(read[1]).toEqual(first);
  expect(first).toMatchObject({ createdAt: "2026-11-22T00:00:00.000Z" });
});

test.each([
  ["a newer format", { format: 2 }, "too-new", "A newer version made this back-up"],
  [
    "a migration that this version does not know",
    { migrations: [{ room: "storage", number: 99, file: "0099-later.sql", checksum: "x" }] },
    "too-new",
    "storage 0099-later.sql",
  ],
  ["no manifest", { parts: "none" }, "damaged", "damaged in manifest.json"],
  ["an entry that is not there", {}, "damaged", "foyer.sqlite is not there"],
])("it is refused in words: %s", async (_, change, code, words) => {
  using dir = createTempDir();
  const path = join(dir.path, "made.tar.zst");
  const plain = {
    at: "",
    origin: "",
    projectId: "foyer",
    migrations: [],
    entries: [{ name: "foyer.sqlite", bytes: 1, sha256: sha256Of("x") }],
    contents: { count: 0, bytes: 0 },
    missing: [],
    parts: [],
  };
  const text = JSON.stringify({ ...(JSON.parse(writeManifest(plain)) as object), ...change });
  await writeArchive({
    path,
    recipient: null,
    entries: [{ name: "manifest.json", bytes: text.length, from: { text } }],
    expected: () => undefined,
    onBytes: () => undefined,
  });
  const into = join(dir.path, "restored");
  const refusal = await refusalOf(restoreBackup({ file: path, into, identities: [] }));
  expect(refusal.code).toBe(code);
  expect(refusal.message).toContain(words);
  expect(readdirSync(into).filter((name) => !name.startsWith("lock."))).toEqual([]);
});

test("what is more than the manifest announces is refused before it is written", async () => {
  using dir = createTempDir();
  const path = join(dir.path, "made.tar.zst");
  const big = "x".repeat(50_000);
  const nameOf = (text: string) => `files/${sha256Of(text).slice(0, 2)}/${sha256Of(text)}`;
  const text = writeManifest({
    at: "",
    origin: "",
    projectId: "foyer",
    migrations: [],
    entries: [],
    contents: { count: 2, bytes: 10 },
    missing: [],
    parts: [],
  });
  await writeArchive({
    path,
    recipient: null,
    entries: [
      { name: "manifest.json", bytes: text.length, from: { text } },
      { name: nameOf(big), bytes: big.length, from: { text: big } },
    ],
    expected: () => undefined,
    onBytes: () => undefined,
  });
  const into = join(dir.path, "restored");
  mkdirSync(into);
  const extracting = extractBackup({
    file: path,
    into,
    identities: [],
    known: [],
    isDurable: false,
  });
  expect((await refusalOf(extracting)).message).toContain(`is damaged in ${nameOf(big)}`);
  expect(readdirSync(into)).toEqual([]);
});

test.each([
  "../outside",
  "/etc/passwd",
  "keys/../../outside",
  "keys/.ssh",
  "files/aa/short",
  "a/b",
])("an entry of another name becomes no file: %s", async (name) => {
  using dir = createTempDir();
  const path = join(dir.path, "made.tar.zst");
  const listed = { name, bytes: 1, sha256: sha256Of("x") };
  const text = writeManifest({
    at: "",
    origin: "",
    projectId: "foyer",
    migrations: [],
    entries: [listed],
    contents: { count: 0, bytes: 0 },
    missing: [],
    parts: [],
  });
  await writeArchive({
    path,
    recipient: null,
    entries: [
      { name: "manifest.json", bytes: text.length, from: { text } },
      { name, bytes: 1, from: { text: "x" } },
    ],
    expected: () => undefined,
    onBytes: () => undefined,
  });
  const into = join(dir.path, "restored");
  const refusal = await refusalOf(restoreBackup({ file: path, into, identities: [] }));
  expect(refusal.code).toBe("damaged");
  expect(readdirSync(dir.path).toSorted()).toEqual(["made.tar.zst", "restored"]);
});
