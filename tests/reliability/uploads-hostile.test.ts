import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect, test } from "vitest";
import { howMany } from "../support/how-many.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { type DatabaseProcess, signUp, startDatabase } from "./database-process.ts";
import { sendHostileBytes } from "./uploads-hostile-bytes.ts";
import { type HostileRequest, newRequest } from "./uploads-hostile-requests.ts";
import { md5Of, objectPath, uploadMultipart, uploadResumably } from "./uploads-protocol.ts";
import { expectSoundSoon } from "./uploads-stored.ts";

const RUNS = howMany("FUZZ_RUNS", { short: 300, full: 100_000 });
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
const IN_A_ROUND = 40;
const AT_ONCE = 8;
const KNOWN_UPLOADS = 20;
/** So small that what is kept shows, in any of the threads. */
const HEAP_MB = 128;
/** Of the main thread's heap, and of the process with SQLite's page caches and what the allocator keeps. */
const GROWTH = { heapMb: 16, memoryMb: 200 };
const MB = 1_000_000;
const UNIMPLEMENTED = 501;
const BUSY = 503;

const files = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /open/{path=**} {
      allow read, write;
    }
    match /strict/{name} {
      allow read: if request.auth != null;
      allow write: if request.resource == null
        || (request.resource.size < 5000 && request.resource.contentType.matches('(a+)+/.*')
          && request.resource.metadata.a.size() < 9);
    }
    match /honest/{name} {
      allow read, write: if request.auth != null;
    }
  }
}`;

test(`R4: ${RUNS} hostile requests for files do no harm (seed ${SEED})`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-hostile-uploads-"));
  try {
    await using server = await startDatabase({ dataDir, files, heapMb: HEAP_MB });
    const { statuses, before, after } = await attack(server);
    const answered = (status: number) => statuses.get(status) ?? 0;
    // Enough was understood and done, so that more than the parsers was tried.
    expect(answered(200)).toBeGreaterThan(RUNS / 10);
    expect(answered(BUSY)).toBeLessThan(RUNS / 10);
    expect(after.heapMb - before.heapMb).toBeLessThan(GROWTH.heapMb);
    expect(after.memoryMb - before.memoryMb).toBeLessThan(GROWTH.memoryMb);
    expect(server.printed()).toBe("");
    await expectSoundSoon(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

type Answered = { status: number; type: string; text: string; uploadUrl: string | undefined };

/** @throws Error when anything is answered that should not be */
async function attack(server: DatabaseProcess) {
  const { port } = server;
  const random = seededRandom(SEED);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const tokens = [await signUp(server)];
  const uploads: string[] = [];
  const statuses = new Map<number, number>();
  let before = await measure(server);
  let isWarm = false;

  for (let sent = 0; sent < RUNS; sent += IN_A_ROUND) {
    const requests = Array.from({ length: IN_A_ROUND }, () =>
      newRequest(random, { tokens, uploads }),
    );
    const answers = await Promise.all(requests.map((asked) => ask(port, agent, asked)));
    for (const [index, answer] of answers.entries()) {
      refuseServerError(server, requests[index] as HostileRequest, answer);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.uploadUrl !== undefined) uploads.unshift(answer.uploadUrl);
    }
    uploads.splice(KNOWN_UPLOADS);
    expect(await sendHostileBytes(random, port)).not.toMatch(/^HTTP\/1\.1 5/m);
    if (sent % (IN_A_ROUND * 5) === 0) await beHonest(server, tokens[0] as string, sent);
    if (!isWarm && sent > Math.min(RUNS / 4, 10_000)) {
      before = await measure(server);
      isWarm = true;
    }
  }
  agent.destroy();
  const after = await measure(server);
  console.log("R4 files", JSON.stringify({ statuses: [...statuses], before, after }));
  return { statuses, before, after };
}

function ask(port: number, agent: Agent, asked: HostileRequest): Promise<Answered> {
  const { method, url, body } = asked;
  // Node says no length for methods that have no body as a rule, but sends it.
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  const headers = { ...asked.headers, ...length };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, agent, method, path: url, headers });
    request.once("error", (cause) => {
      reject(new Error(`${method} ${url} ${JSON.stringify(headers)}`, { cause }));
    });
    request.once("response", (response) => {
      const address = response.headers["x-goog-upload-url"];
      const { pathname = "", search = "" } = typeof address === "string" ? new URL(address) : {};
      textOf(response).then(
        (text) =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers["content-type"]),
            text,
            uploadUrl: address === undefined ? undefined : pathname + search,
          }),
        reject,
      );
    });
    request.end(body);
  });
}

/** 503 is for what is worth trying again, and says so in plain text. */
function refuseServerError(
  server: DatabaseProcess,
  { method, url, headers, body }: HostileRequest,
  { status, type, text }: Answered,
): void {
  if (status < 500 || status === UNIMPLEMENTED) return;
  if (status === BUSY && (type.startsWith("text/plain") || method === "HEAD")) return;
  const sent = `${method} ${url} ${JSON.stringify(headers)} ${body?.toString("latin1", 0, 3000)}`;
  throw new Error(`${sent} was answered ${status} ${text}, and printed\n${server.printed()}`);
}

/** Whoever means well is served all the while. */
async function beHonest(server: DatabaseProcess, token: string, number: number): Promise<void> {
  const headers = { authorization: `Firebase ${token}`, "x-forwarded-for": "10.8.0.1" };
  const site = { port: () => server.port, headers };
  const file = { name: "honest/file", bytes: Buffer.from(`number ${number}`) };
  const md5Hash = md5Of(file.bytes);
  expect(await uploadMultipart(site, file)).toMatchObject({ md5Hash });
  const { metadata, course } = await uploadResumably(site, file, 5);
  expect(metadata).toMatchObject({ md5Hash });
  expect(course).toEqual({ lost: 0, begun: 1, resumedAt: [] });
  const url = `${server.origin}${objectPath(file.name)}?alt=media`;
  expect(await (await fetch(url, { headers })).text()).toBe(`number ${number}`);
}

async function measure(server: DatabaseProcess) {
  const { heapBytes } = await server.held();
  return { heapMb: Math.round(heapBytes / MB), memoryMb: server.memoryMb().now };
}
