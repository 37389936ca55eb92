import { chmod, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBackend } from "#backend";
import { readRulesFiles } from "../../server/config/rules-files.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { type DatabaseProcess, startDatabase } from "./database-process.ts";
import {
  RefusedError,
  type Site,
  ask,
  md5Of,
  objectPath,
  randomFile,
  uploadMultipart,
  uploadResumably,
} from "./uploads-protocol.ts";
import { expectSoundSoon, listIncoming, readRows } from "./uploads-stored.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Larger than what SQLite keeps in a file of this test. */
const LARGEST_FILE_KIB = 12 * KIB;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const files = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/{path=**} {
    allow read, write;
  }
}`;

const random = seededRandom(1);
const small = randomFile(random, "small", 5 * KIB);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-disk-"));
  if (isRoot) await chown(folder, NOBODY, NOBODY);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function siteOf(server: DatabaseProcess): Site {
  return { port: () => server.port, headers: {} };
}

async function download(server: DatabaseProcess, name: string): Promise<Buffer | number> {
  const answer = await fetch(`${server.origin}${objectPath(name)}?alt=media`);
  const body = Buffer.from(await answer.arrayBuffer());
  return answer.ok ? body : answer.status;
}

/** It serves who can be served. */
async function expectService(server: DatabaseProcess): Promise<void> {
  const { md5Hash } = await uploadMultipart(siteOf(server), small);
  expect(md5Hash).toBe(md5Of(small.bytes));
  expect(await download(server, small.name)).toEqual(small.bytes);
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusedError)) throw new Error("It was not refused.", { cause: error });
  return error.message;
}

test("R3: a file that the disk does not take is refused with 402, nothing of it stays, and the service goes on", async () => {
  const dataDir = join(folder, "full");
  await using server = await startDatabase({
    dataDir,
    files,
    largestFileKiB: LARGEST_FILE_KIB,
    ...(isRoot && { uid: NOBODY }),
  });
  await expectService(server);
  const large = randomFile(random, "large", (LARGEST_FILE_KIB + 500) * KIB);
  expect(await refusal(uploadResumably(siteOf(server), large, 4 * MIB))).toMatch(/^402 .*disk/s);
  expect(await refusal(uploadMultipart(siteOf(server), large))).toMatch(/^402 .*disk/s);
  expect(await download(server, large.name)).toBe(404);
  await expectService(server);
  const { objects, uploads } = await expectSoundSoon(dataDir);
  expect([objects.length, uploads]).toEqual([1, []]);
  expect(await listIncoming(dataDir)).toEqual([]);
});

test("R3: when the disk is nearly full, uploads are refused before a byte is sent, and reading and deleting go on", async () => {
  const dataDir = join(folder, "nearly-full");
  {
    await using before = await startDatabase({ dataDir, files });
    await expectService(before);
  }
  await using server = await startDatabase({
    dataDir,
    files,
    space: { keepFreeBytes: Number.MAX_SAFE_INTEGER },
  });
  expect(await refusal(uploadMultipart(siteOf(server), small))).toMatch(/^402 /);
  expect(await refusal(uploadResumably(siteOf(server), small, MIB))).toMatch(/^402 /);
  expect(await download(server, small.name)).toEqual(small.bytes);
  expect((await ask(siteOf(server), "DELETE", objectPath(small.name))).status).toBe(204);
  const { objects, uploads } = await expectSoundSoon(dataDir);
  expect([objects, uploads]).toEqual([[], []]);
  expect(server.printed()).toBe("");
});

test("R3: a folder that cannot be written to refuses uploads, says why in the log, serves what is there, and recovers", async () => {
  const dataDir = join(folder, "read-only");
  await using server = await startDatabase({ dataDir, files, ...(isRoot && { uid: NOBODY }) });
  await expectService(server);
  const other = randomFile(random, "other", 3 * KIB);
  const filesDir = join(dataDir, "files");
  const folders = (await readdir(filesDir)).map((name) => join(filesDir, name));
  for (const path of [...folders, filesDir]) await chmod(path, 0o500);
  try {
    const multipart = multipartOf(other);
    const refused = await ask(
      siteOf(server),
      "POST",
      multipart.path,
      multipart.headers,
      multipart.body,
    );
    expect([402, 503]).toContain(refused.status);
    expect(refused.text.length).toBeGreaterThan(10);
    expect(refused.text).not.toContain(dataDir);
    expect(server.printed()).toMatch(/EACCES|EPERM/);
    expect(await download(server, small.name)).toEqual(small.bytes);
    expect(await download(server, other.name)).toBe(404);
  } finally {
    for (const path of [filesDir, ...folders]) await chmod(path, 0o700);
  }
  await expectService(server);
  await uploadMultipart(siteOf(server), other);
  expect(await download(server, other.name)).toEqual(other.bytes);
  const { uploads } = await expectSoundSoon(dataDir);
  expect(uploads).toEqual([]);
});

test("R3: a file that was lost is not found, is named in the log, and is there again when it is uploaded again", async () => {
  const dataDir = join(folder, "missing");
  await using server = await startDatabase({ dataDir, files });
  const lost = randomFile(random, "lost", 4 * KIB);
  await uploadMultipart(siteOf(server), lost);
  await expectService(server);
  const sha256 = readRows(dataDir).objects.find(({ name }) => name === lost.name)?.sha256 ?? "";
  await rm(join(dataDir, "files", sha256.slice(0, 2), sha256));
  expect(await download(server, lost.name)).toBe(404);
  expect(server.printed()).toContain(sha256);
  expect((await ask(siteOf(server), "GET", objectPath(lost.name))).status).toBe(200);
  await expectService(server);
  await uploadMultipart(siteOf(server), lost);
  expect(await download(server, lost.name)).toEqual(lost.bytes);
  await expectSoundSoon(dataDir);
});

test("R3: a clock that jumps back and forth gives no generation twice, and ends no upload but an old one", async () => {
  const dataDir = join(folder, "clock");
  const start = Date.UTC(2026, 0, 2);
  let nowMs = start;
  const backend = await createBackend({
    dataDir,
    projectId: "foyer",
    rules: await readRulesFiles(),
    clock: () => nowMs,
  });
  const send = (method: string, path: string, headers = {}, body?: BodyInit) =>
    backend.adminFetch(
      new Request(`http://x${path}`, { method, headers, ...(body !== undefined && { body }) }),
    );
  const begin = async (name: string) => {
    const headers = {
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": "5",
    };
    const answer = await send("POST", `/v0/b/foyer/o?name=${name}`, headers, "{}");
    return new URL(answer.headers.get("x-goog-upload-url") ?? "");
  };
  const finish = async ({ pathname, search }: URL) => {
    const headers = { "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0" };
    const answer = await send("POST", pathname + search, headers, "hello");
    return { status: answer.status, object: (await answer.json()) as { generation: string } };
  };
  try {
    let last = 0;
    for (const days of [0, 400, -400, -1, 0, 1]) {
      nowMs = start + days * DAY_MS;
      const { status, object } = await finish(await begin("file"));
      expect(status).toBe(200);
      expect(Number(object.generation)).toBeGreaterThan(last);
      last = Number(object.generation);
    }
    // Begun in what is the future then; and what an hour later is a year later.
    const begun = await begin("other");
    nowMs -= 400 * DAY_MS;
    expect((await finish(begun)).status).toBe(200);
    const forgotten = await begin("third");
    nowMs += 8 * DAY_MS;
    await begin("fourth");
    expect((await finish(forgotten)).status).toBe(404);
  } finally {
    await backend.close();
  }
});

function multipartOf({ name, bytes }: { name: string; bytes: Buffer }) {
  return {
    path: `/v0/b/foyer/o?name=${name}`,
    headers: { "content-type": "multipart/related; boundary=cut" },
    body: Buffer.concat([
      Buffer.from(`--cut\r\n\r\n{}\r\n--cut\r\n\r\n`),
      bytes,
      Buffer.from("\r\n--cut--"),
    ]),
  };
}
