/** What is in a data folder, of files and of their rows, and whether the two agree. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { expect, vi } from "vitest";

type Charged = { owner: string | null; charged: number };
type ObjectRow = Charged & { name: string; sha256: string; md5: string; size: number };
type UploadRow = Charged & { file: string; resumable: number; size: number; received: number };
type UsageRow = {
  owner: string;
  objects: number;
  bytes: number;
  reserved: number;
  received: number;
};

export type Stored = { objects: ObjectRow[]; uploads: UploadRow[]; usage: UsageRow[] };

/** Also while a server is at it. */
export function readRows(dataDir: string): Stored {
  using db = new DatabaseSync(join(dataDir, "foyer.sqlite"), { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all() as unknown[];
  return {
    objects: all(
      "SELECT name, sha256, md5, size, charged, owner FROM storage_objects",
    ) as ObjectRow[],
    uploads: all(
      "SELECT file, resumable, size, received, charged, coalesce(owner, '') AS owner FROM storage_uploads",
    ) as UploadRow[],
    usage: all("SELECT owner, objects, bytes, reserved, received FROM storage_usage") as UsageRow[],
  };
}

/** As soon as the server has ended what clients left behind; see `expectSound`. */
export function expectSoundSoon(dataDir: string): Promise<Stored> {
  return vi.waitFor(() => expectSound(dataDir), { timeout: 15_000, interval: 50 });
}

/** While nothing is under way: files and rows name the same, each file is what its row says, and usage is the sum. */
export async function expectSound(dataDir: string): Promise<Stored> {
  const rows = readRows(dataDir);
  const filesDir = join(dataDir, "files");
  const contents = Map.groupBy(rows.objects, ({ sha256 }) => sha256);
  expect((await listContents(filesDir)).toSorted()).toEqual([...contents.keys()].toSorted());
  for (const [sha256, [object]] of contents) {
    const hashes = await hashFile(join(filesDir, sha256.slice(0, 2), sha256));
    expect(hashes).toEqual({ sha256, md5: object?.md5, size: object?.size });
  }
  await expectIncoming(filesDir, rows.uploads);
  expectUsage(rows);
  return rows;
}

export async function listIncoming(dataDir: string): Promise<string[]> {
  const incoming = join(dataDir, "files", "incoming");
  return existsSync(incoming) ? readdir(incoming) : [];
}

/** An upload without bytes may have no file yet. */
async function expectIncoming(filesDir: string, uploads: UploadRow[]): Promise<void> {
  const incoming = join(filesDir, "incoming");
  const known = new Set(uploads.map(({ file }) => file));
  const strays = (await readdir(incoming)).filter((name) => !known.has(name));
  expect(strays).toEqual([]);
  for (const { file, received } of uploads) {
    if (received === 0) continue;
    expect((await stat(join(incoming, file))).size).toBeGreaterThanOrEqual(received);
  }
}

function expectUsage({ objects, uploads, usage }: Stored): void {
  const owners = new Set(["", ...objects.map(({ owner }) => owner ?? "")]);
  for (const { owner } of uploads) owners.add(owner ?? "");
  for (const owner of owners) {
    const isOwn = (row: { owner: string | null }) => owner === "" || row.owner === owner;
    const own = objects.filter(isOwn);
    const sum = (rows: Charged[]) => rows.reduce((all, { charged }) => all + charged, 0);
    const ownUploads = uploads.filter(isOwn);
    const kept = usage.find((row) => row.owner === owner) ?? {
      owner,
      objects: 0,
      bytes: 0,
      reserved: 0,
      received: 0,
    };
    expect({ ...kept }).toEqual({
      owner,
      objects: own.length,
      bytes: sum(own),
      reserved: sum(ownUploads),
      received: ownUploads.reduce((all, { received }) => all + received, 0),
    });
  }
}

async function listContents(filesDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const folder of await readdir(filesDir)) {
    if (folder === "incoming") continue;
    for (const name of await readdir(join(filesDir, folder))) {
      expect(name.slice(0, 2)).toBe(folder);
      names.push(name);
    }
  }
  return names;
}

async function hashFile(path: string): Promise<{ sha256: string; md5: string; size: number }> {
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  let size = 0;
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      md5.update(chunk);
      size += chunk.length;
    }
  });
  return { sha256: sha256.digest("hex"), md5: md5.digest("base64"), size };
}
