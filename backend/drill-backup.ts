/**
 * Restores a back-up into a folder of its own, opens it with a real backend and reads everything through it: whether it
 * could be used tomorrow is found out today.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { type Backend, type BackendOptions, createBackend } from "./backend.ts";
import {
  BackupError,
  type DrillJob,
  type DrillReport,
  type Manifest,
  type Progress,
  extractBackup,
  makeWorkFolder,
  openSnapshot,
  requireRoom,
} from "./backup/index.ts";
import { readKnownMigrations } from "./known-migrations.ts";

const accountsAPage = 1000;
const documentsAPage = 300;

type Opening = Pick<BackendOptions, "projectId" | "rules"> & {
  indexes?: NonNullable<BackendOptions["indexes"]> | undefined;
};

/** @throws BackupError only for what says nothing about the back-up, such as a full disk */
export async function drillBackup(
  { file, folder, site, identities }: DrillJob,
  opening: Opening,
  onProgress: (progress: Progress) => void,
): Promise<DrillReport> {
  using work = makeWorkFolder(folder, "drill", site);
  let totalBytes = 0;
  let doneBytes = 0;
  const read = (bytes: number) => {
    doneBytes += bytes;
    onProgress({ step: "reading", doneBytes: Math.min(doneBytes, totalBytes), totalBytes });
  };
  try {
    const manifest = await extractBackup({
      file,
      into: work.path,
      identities,
      known: await readKnownMigrations(),
      isDurable: false,
      onManifest({ entries, contents }) {
        totalBytes = entries.reduce((sum, { bytes }) => sum + bytes, contents.bytes);
        requireRoom(folder, totalBytes);
      },
      onBytes: read,
    });
    onProgress({ step: "comparing", doneBytes: 0, totalBytes });
    const differing =
      (await compareRows(work.path, manifest)) ?? (await readThrough(work.path, manifest, opening));
    return differing === undefined
      ? { ok: true, text: saidOf(manifest) }
      : { ok: false, text: differing };
  } catch (error) {
    // What is wrong with the disk here is not wrong with the back-up.
    if (!(error instanceof BackupError) || error.code === "disk-full") throw error;
    return { ok: false, text: error.message };
  }
}

/** Row by row, and file by file from the disk. @returns what differs */
async function compareRows(folder: string, manifest: Manifest): Promise<string | undefined> {
  using snapshot = openSnapshot(join(folder, "foyer.sqlite"));
  const [fault] = snapshot.faults();
  if (fault !== undefined) return `The restored database is damaged: ${fault}`;
  const found = snapshot.digests();
  for (const { part, rows, sha256 } of manifest.parts) {
    const same = found.find((one) => one.part === part);
    if (same?.rows !== rows || same.sha256 !== sha256) {
      return `${part}: ${same?.rows ?? 0} of ${rows} are there, or one has other bytes.`;
    }
  }
  const missing = new Set(manifest.missing);
  for (const { sha256 } of snapshot.contents()) {
    if (missing.has(sha256)) continue;
    const hash = createHash("sha256");
    const path = join(folder, "files", sha256.slice(0, 2), sha256);
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    if (hash.digest("hex") !== sha256) return `A restored file has other bytes: ${sha256}`;
  }
  return undefined;
}

/** As a server would, with all its checks of keys, rules and migrations. @returns what differs */
async function readThrough(
  dataDir: string,
  manifest: Manifest,
  { projectId, rules, indexes }: Opening,
): Promise<string | undefined> {
  let backend: Backend;
  try {
    backend = await createBackend({ dataDir, projectId, rules, ...(indexes && { indexes }) });
  } catch (error) {
    return `A server could not start from it: ${(error as Error).message}`;
  }
  try {
    const counts = {
      accounts: await countAccounts(backend, projectId),
      documents: await countDocuments(backend, projectId),
      files: await countFiles(backend, projectId),
    };
    for (const [part, count] of Object.entries(counts)) {
      const rows = manifest.parts.find((one) => one.part === part)?.rows;
      if (rows !== count) return `${part}: the server finds ${count} of ${rows}.`;
    }
    await readDatabase(backend);
    return undefined;
  } catch (error) {
    return `What was restored cannot be read: ${(error as Error).message}`;
  } finally {
    await backend.close();
  }
}

async function countAccounts(backend: Backend, projectId: string): Promise<number> {
  const base = `http://drill.invalid/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet`;
  let count = 0;
  let token = "";
  do {
    const url = `${base}?maxResults=${accountsAPage}${token && `&nextPageToken=${encodeURIComponent(token)}`}`;
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const page = (await readJson(backend, new Request(url))) as {
      users?: unknown[];
      nextPageToken?: string;
    };
    count += page.users?.length ?? 0;
    token = page.nextPageToken ?? "";
  } while (token !== "");
  return count;
}

async function countDocuments(backend: Backend, projectId: string): Promise<number> {
  const url = `http://drill.invalid/v1/projects/${projectId}/databases/(default)/documents:runQuery`;
  let count = 0;
  let after: string | undefined;
  let limit = documentsAPage;
  for (;;) {
    const structuredQuery = {
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
      ...(after !== undefined && {
        startAt: { values: [{ referenceValue: after }], before: false },
      }),
      limit,
    };
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const response = await backend.adminFetch(
      new Request(url, { method: "POST", body: JSON.stringify({ structuredQuery }) }),
    );
    // Large documents are asked for in smaller pages.
    if (!response.ok && limit > 1) {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await response.body?.cancel();
      limit = Math.ceil(limit / 8);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    const found = ((await toJson(response)) as { document?: { name: string } }[]).flatMap(
      ({ document }) => document ?? [],
    );
    count += found.length;
    after = found.at(-1)?.name;
    if (found.length < limit || after === undefined) return count;
    limit = documentsAPage;
  }
}

async function countFiles(backend: Backend, projectId: string): Promise<number> {
  let count = 0;
  let token = "";
  do {
    const url = `http://drill.invalid/v0/b/${projectId}/o?maxResults=1000${token && `&pageToken=${encodeURIComponent(token)}`}`;
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const page = (await readJson(backend, new Request(url))) as {
      items?: unknown[];
      nextPageToken?: string;
    };
    count += page.items?.length ?? 0;
    token = page.nextPageToken ?? "";
  } while (token !== "");
  return count;
}

/** The keys at its root, which the server reads from the tree that is whole or not at all. */
async function readDatabase(backend: Backend): Promise<void> {
  await readJson(backend, new Request("http://drill.invalid/.json?shallow=true"));
}

async function readJson(backend: Backend, request: Request): Promise<unknown> {
  return toJson(await backend.adminFetch(request));
}

async function toJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 200)}`);
  return response.json();
}

function saidOf({ parts, contents, missing }: Manifest): string {
  const rows = (part: string, one: string, more: string) =>
    counted(parts.find((found) => found.part === part)?.rows ?? 0, one, more);
  const lost =
    missing.length === 0
      ? ""
      : ` ${counted(missing.length, "file was", "files were")} lost before it was made.`;
  const accounts = rows("accounts", "account", "accounts");
  const documents = rows("documents", "document", "documents");
  const values = rows("database", "value", "values");
  const files = counted(contents.count, "file", "files");
  return (
    `Restored and opened by a server: ${accounts}, ${documents}, ${values} of the database and ${files} ` +
    `have the bytes that they had.${lost}`
  );
}

function counted(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}
