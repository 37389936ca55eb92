import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { howMany } from "../support/how-many.ts";
import { type Random, seededRandom } from "../support/seeded-random.ts";
import { signUp, startDatabase } from "./database-process.ts";
import {
  type Course,
  type Site,
  md5Of,
  randomFile,
  uploadMultipart,
  uploadResumably,
} from "./uploads-protocol.ts";
import { type Stored, expectSound, expectSoundSoon } from "./uploads-stored.ts";

const ROUNDS = howMany("UPLOAD_KILL_ROUNDS", { short: 2, full: 200 });
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
const CLIENTS = 4;
/** Every check reads everything, so a folder is used for some rounds and then a new one is begun. */
const ROUNDS_IN_A_FOLDER = 10;
const LATEST_KILL_MS = 150;
const KIB = 1024;
const CHUNK_BYTES = 64 * KIB;

const files = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/{path=**} {
    allow read, write: if request.auth != null;
  }
}`;

/** By name the MD5 of what may be there: what was acknowledged last, and what was begun after it. */
type Expected = Map<string, { acknowledged: string | undefined; begun: string }>;

test(`R1: after kill -9 in the middle of uploads they go on, and nothing acknowledged is lost or half there (${ROUNDS} rounds, seed ${SEED})`, async () => {
  const courses: Course[] = [];
  for (let done = 0; done < ROUNDS; done += ROUNDS_IN_A_FOLDER) {
    const rounds = Math.min(ROUNDS_IN_A_FOLDER, ROUNDS - done);
    courses.push(...(await killRepeatedly(seededRandom(SEED * 10_000 + done), rounds)));
  }
  expect(courses.length).toBeGreaterThan(ROUNDS);
  const resumed = courses.filter(({ lost, resumedAt }) => lost > 0 && resumedAt.length > 0);
  expect(resumed.length).toBeGreaterThan(ROUNDS / 4);
});

async function killRepeatedly(random: Random, rounds: number): Promise<Course[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-kill-uploads-"));
  const courses: Course[] = [];
  const expected: Expected = new Map();
  const clients: Promise<void>[] = [];
  let server = await startDatabase({ dataDir, files });
  try {
    const run = {
      port: server.port,
      isEnding: false,
      back: Promise.withResolvers<void>(),
      headers: { authorization: `Firebase ${await signUp(server)}` },
    };
    const site: Site = {
      port: () => run.port,
      headers: run.headers,
      whenBack: () => run.back.promise,
    };
    const uploads = { site, expected, courses, isEnding: () => run.isEnding };
    for (let client = 0; client < CLIENTS; client += 1) {
      const own = seededRandom(random.below(2 ** 31));
      clients.push(uploadUntilEnd(uploads, own, client));
    }
    const failed = Promise.all(clients);
    for (let round = 0; round < rounds; round += 1) {
      const before = courses.length;
      await Promise.race([until(() => courses.length > before), failed]);
      await Promise.race([sleep(random.below(LATEST_KILL_MS)), failed]);
      await server.kill();
      const known = new Map([...expected].map(([name, state]) => [name, { ...state }]));
      // On another port, so that nobody comes before all was looked at.
      server = await startDatabase({ dataDir, files });
      const stored = await expectSound(dataDir);
      expectKept(stored, known);
      expect(stored.uploads.every(({ resumable }) => resumable === 1)).toBe(true);
      expect(server.printed()).toBe("");
      run.port = server.port;
      run.isEnding = round === rounds - 1;
      run.back.resolve();
      run.back = Promise.withResolvers<void>();
    }
    await failed;
    const stored = await expectSoundSoon(dataDir);
    expectKept(stored, expected);
    // Their beginnings were never answered.
    expect(stored.uploads.filter(({ received }) => received > 0)).toEqual([]);
    return courses;
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Small ones in one request and large ones in several; every third is another content of the client's own file. */
async function uploadUntilEnd(
  uploads: { site: Site; expected: Expected; courses: Course[]; isEnding: () => boolean },
  random: Random,
  client: number,
): Promise<void> {
  const { site, expected, courses, isEnding } = uploads;
  for (let number = 0; !isEnding(); number += 1) {
    const name = random.below(3) === 0 ? `own/${client}` : `files/${client}/${number}`;
    const isLarge = random.below(2) === 0;
    const file = randomFile(random, name, random.below(isLarge ? 600 * KIB : 20 * KIB));
    const begun = md5Of(file.bytes);
    expected.set(name, { acknowledged: expected.get(name)?.acknowledged, begun });
    if (isLarge) {
      const { metadata, course } = await uploadResumably(site, file, CHUNK_BYTES);
      expect(metadata.md5Hash).toBe(begun);
      courses.push(course);
    } else {
      expect((await uploadMultipart(site, file)).md5Hash).toBe(begun);
    }
    expected.set(name, { acknowledged: begun, begun });
  }
}

function expectKept({ objects }: Stored, expected: Expected): void {
  const stored = new Map(objects.map(({ name, md5 }) => [name, md5]));
  const wrong = [...expected].filter(([name, { acknowledged, begun }]) => {
    const md5 = stored.get(name);
    return md5 !== acknowledged && md5 !== begun;
  });
  expect(wrong).toEqual([]);
  expect([...stored.keys()].filter((name) => !expected.has(name))).toEqual([]);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
