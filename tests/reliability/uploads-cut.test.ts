import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBytes, getMetadata, ref, uploadBytesResumable } from "firebase/storage";
import { expect, test } from "vitest";
import { howMany } from "../support/how-many.ts";
import { createSdkClient, signUp as signUpWithSdk } from "../support/sdk-client.ts";
import { type Random, seededRandom } from "../support/seeded-random.ts";
import { type DatabaseProcess, signUp, startDatabase } from "./database-process.ts";
import { type Cut, startCuttingProxy } from "./uploads-cutting-proxy.ts";
import {
  type Course,
  type File,
  type Site,
  ask,
  md5Of,
  objectPath,
  randomFile,
  uploadResumably,
} from "./uploads-protocol.ts";
import { expectSound, expectSoundSoon, listIncoming } from "./uploads-stored.ts";

const BY_HAND = howMany("UPLOAD_CUTS", { short: 8, full: 120 });
const BY_SDK = howMany("UPLOAD_SDK_CUTS", { short: 0, full: 40 });
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
const AT_ONCE = 4;
const KIB = 1024;
const CHUNK_BYTES = 256 * KIB;
const LARGEST_BYTES = 1200 * KIB;
/** More than an upload that nobody goes on with is kept. */
const LATER_MS = 8 * 24 * 60 * 60 * 1000;

const files = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/{path=**} {
    allow read, write: if request.auth != null;
  }
}`;

test(`R2: ${BY_HAND} uploads that are cut at random offsets are resumed and complete (seed ${SEED})`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-cut-"));
  try {
    await using server = await startDatabase({ dataDir, files });
    const headers = { authorization: `Firebase ${await signUp(server)}` };
    const random = seededRandom(SEED);
    const all = Array.from({ length: BY_HAND }, (_, index) => index);
    const courses = await inTurns(all, (index) => {
      const file = randomFile(random, `files/${index}.bin`, 1 + random.below(LARGEST_BYTES));
      return cutAndResume(server, headers, seededRandom(SEED * 10_000 + index), file);
    });
    // Some were really gone on with, some lost even their beginning or their last answer.
    const resumed = courses.filter(({ resumedAt }) => resumedAt.length > 0);
    expect(resumed.length).toBeGreaterThan(BY_HAND / 4);
    const odd = resumed.flatMap(({ resumedAt }) => resumedAt).filter((at) => at % CHUNK_BYTES);
    expect(odd.length).toBeGreaterThan(0);
    const { objects } = await expectSoundSoon(dataDir);
    expect(objects).toHaveLength(BY_HAND);
    await expectLastChunkAgain({ port: () => server.port, headers });
    expect(server.printed()).toBe("");
    await expectNothingLeft(server, dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

// One alone takes 16 s, for the SDK waits long between its tries; tests/e2e/storage-sdk.spec.ts cuts one short.
test.runIf(BY_SDK > 0)(
  `R2: ${BY_SDK} uploads of the SDK go on by themselves when their connections are cut (seed ${SEED})`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "foyer-cut-sdk-"));
    try {
      await using server = await startDatabase({ dataDir, files });
      const random = seededRandom(SEED);
      // It waits a second and more after each, so they are counted out.
      let cutsLeft = 0;
      await using proxy = await startCuttingProxy(server.port, () => {
        cutsLeft -= 1;
        return cutsLeft >= 0 ? cutOf(random, 2 * CHUNK_BYTES) : undefined;
      });
      await using client = await signUpWithSdk(createSdkClient(`http://127.0.0.1:${proxy.port}`));
      proxy.endAll();
      cutsLeft = BY_SDK + 1;
      const sent = Array.from({ length: BY_SDK }, (_, index) =>
        randomFile(random, `sdk/${index}.bin`, CHUNK_BYTES + 1 + random.below(LARGEST_BYTES)),
      );
      await inTurns(sent, async ({ name, bytes }) => {
        await uploadBytesResumable(ref(client.files, name), bytes);
      });
      expect(proxy.cuts()).toBeGreaterThanOrEqual(BY_SDK);
      await inTurns(sent, async ({ name, bytes }) => {
        const { md5Hash, size } = await getMetadata(ref(client.files, name));
        expect({ md5Hash, size }).toEqual({ md5Hash: md5Of(bytes), size: bytes.length });
        expect(bytes.equals(Buffer.from(await getBytes(ref(client.files, name))))).toBe(true);
      });
      expect((await expectSoundSoon(dataDir)).objects).toHaveLength(BY_SDK);
      expect(server.printed()).toBe("");
      await expectNothingLeft(server, dataDir);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

/** Uploads it until it has been cut at least once on its way. */
async function cutAndResume(
  server: DatabaseProcess,
  headers: Record<string, string>,
  random: Random,
  file: File,
): Promise<Course> {
  for (;;) {
    await using proxy = await startCuttingProxy(server.port, () =>
      random.below(2) === 0 ? cutOf(random, CHUNK_BYTES) : undefined,
    );
    const site = { port: () => proxy.port, headers };
    const { metadata, course } = await uploadResumably(site, file, CHUNK_BYTES);
    expect(metadata).toMatchObject({ md5Hash: md5Of(file.bytes), size: `${file.bytes.length}` });
    const direct = { port: () => server.port, headers };
    const stored = await fetch(
      `http://127.0.0.1:${direct.port()}${objectPath(file.name)}?alt=media`,
      { headers },
    );
    expect(file.bytes.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true);
    if (proxy.cuts() > 0) return course;
    const deleted = await ask(direct, "DELETE", objectPath(file.name));
    expect(deleted.status).toBe(204);
  }
}

/** Some lose what they send, some their answer, from its first byte or from its middle. */
function cutOf(random: Random, bodyBytes: number): Cut {
  if (random.below(3) > 0) return { sent: random.below(500 + bodyBytes) };
  return { received: random.below(3) === 0 ? 0 : random.below(400) };
}

/** As the SDK sends it when its answer was lost, before it asks: it would take a refusal for the end. */
async function expectLastChunkAgain(site: Site): Promise<void> {
  const start = {
    "x-goog-upload-protocol": "resumable",
    "x-goog-upload-command": "start",
    "x-goog-upload-header-content-length": "5",
  };
  const begun = await ask(site, "POST", "/v0/b/foyer/o?name=again", start, Buffer.from("{}"));
  const { pathname, search } = new URL(String(begun.headers["x-goog-upload-url"]));
  const send = async (command: string, body: string) => {
    const headers = { "x-goog-upload-command": command, "x-goog-upload-offset": "0" };
    const answer = await ask(site, "POST", pathname + search, headers, Buffer.from(body));
    return [answer.status, answer.headers["x-goog-upload-status"]];
  };
  expect(await send("upload, finalize", "hello")).toEqual([200, "final"]);
  expect(await send("upload, finalize", "hello")).toEqual([503, undefined]);
  expect(await send("query", "")).toEqual([200, "final"]);
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...items.entries()];
  const results: Result[] = [];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next[0]] = await work(next[1]);
    }
  });
  await Promise.all(workers);
  return results;
}

/** Uploads whose beginning was never answered are forgotten in time. */
async function expectNothingLeft(server: DatabaseProcess, dataDir: string): Promise<void> {
  await server.kill();
  await using later = await startDatabase({ dataDir, files, nowMs: Date.now() + LATER_MS });
  const { uploads } = await expectSound(dataDir);
  expect(uploads).toEqual([]);
  expect(await listIncoming(dataDir)).toEqual([]);
  expect(later.printed()).toBe("");
}
