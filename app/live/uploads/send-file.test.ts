import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInClient, createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { type ServedSite, serveSite } from "../../../tests/support/served-site.ts";
import { type Sending, sendFile } from "./send-file.ts";
import { type StorageCalls, createStorageCalls } from "./storage-calls.ts";
import { type CuttableSend, createCuttableSend } from "./testing/send-by-http.ts";
import { type UploadRecord, recordOf } from "./upload-record.ts";
import type { NewUpload } from "./upload.ts";

const KIB = 1024;
const QUOTA = 64 * KIB * KIB;

let site: ServedSite;
let ada: SignedInClient;

beforeAll(async () => {
  site = await serveSite({ storage: { quotaOf: () => QUOTA } });
  ada = await signUp(createSdkClient(site.origin));
}, 20_000);

afterAll(async () => {
  await ada[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

type Parts = Partial<{
  calls: Partial<StorageCalls>;
  isEmbedded: boolean;
  token: (fresh: boolean) => Promise<string>;
}>;

type Opened = CuttableSend & {
  sending: Sending;
  /** As it is kept. */
  kept: () => UploadRecord;
  states: string[];
  waits: number[];
  run: (signal?: AbortSignal) => ReturnType<typeof sendFile>;
};

let made = 0;

/** An upload of `bytes` to a place of Ada's. */
function upload(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: Partial<NewUpload> = {},
  parts: Parts = {},
): Opened {
  const file = new File([bytes], "a.bin", { lastModified: 7, type: "text/plain" });
  const name = wanted.name ?? place();
  let record = recordOf({ ...wanted, file, name }, { uid: ada.uid, tab: "t", order: 1 });
  const sender = createCuttableSend();
  const at = { objectsUrl: `${site.origin}/v0/b/foyer/o`, isEmbedded: parts.isEmbedded ?? true };
  const token = parts.token ?? (() => ada.idToken());
  const waits: number[] = [];
  const states: string[] = [];
  let nowMs = 0;
  const sending: Sending = {
    place: at,
    calls: { ...createStorageCalls(at, sender.send, ({ fresh }) => token(fresh)), ...parts.calls },
    waiting: {
      clock: () => nowMs,
      random: () => 1,
      isOnline: () => true,
      wait: async (ms, signal) => {
        nowMs += ms;
        waits.push(ms);
        // What the server does after a lost connection comes first.
        await new Promise((resolve) => setTimeout(resolve, 25));
        signal.throwIfAborted();
      },
    },
    save: async (change) => {
      record = { ...record, ...change };
    },
    show: ({ sentBytes, isMoving, beganAgain }) =>
      states.push(beganAgain ?? `${isMoving ? "moving" : "waiting"} ${sentBytes}`),
  };
  const never = new AbortController().signal;
  const run = (signal = never) => sendFile(sending, record, file, signal);
  return { ...sender, sending, kept: () => record, states, waits, run };
}

const place = () => `users/${ada.uid}/files/${++made}.bin`;

function bytesOf(sizeBytes: number, seed = 1): Uint8Array<ArrayBuffer> {
  const random = seededRandom(seed);
  return Uint8Array.from({ length: sizeBytes }, () => random.below(256));
}

async function stored(name: string) {
  const answer = await fetch(`${site.origin}/v0/b/foyer/o/${encodeURIComponent(name)}`, {
    headers: { authorization: `Firebase ${await ada.idToken()}` },
  });
  return (await answer.json()) as {
    size: string;
    md5Hash: string;
    contentType: string;
    generation: string;
    metadata?: Record<string, string>;
  };
}

const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");

test("chunks grow while they arrive, and what is stored is the file", async () => {
  const bytes = bytesOf(1_800_000);
  const { run, asked, kept, states } = upload(bytes, { customMetadata: { a: "b" } });
  expect(await run()).toBe("uploaded");
  expect(asked.map(({ command, offset }) => `${command} ${offset}`)).toEqual([
    "start 0",
    "upload 0",
    `upload ${256 * KIB}`,
    `upload, finalize ${768 * KIB}`,
  ]);
  expect(await stored(kept().name)).toMatchObject({
    size: "1800000",
    md5Hash: md5(bytes),
    contentType: "text/plain",
    metadata: { a: "b" },
  });
  expect(states.at(-1)).toBe("moving 1800000");
});

test("an empty file and one of a single chunk take two requests", async () => {
  for (const size of [0, 1000]) {
    const { run, asked, kept } = upload(bytesOf(size));
    expect(await run()).toBe("uploaded");
    expect(asked.map(({ command }) => command)).toEqual(["start", "upload, finalize"]);
    expect((await stored(kept().name)).size).toBe(String(size));
  }
});

test("cut anywhere it goes on where the server is, and sends less than twice its bytes", async () => {
  const random = seededRandom(8);
  const bytes = bytesOf(4_000_000, 2);
  const { run, asked, cutNext, kept } = upload(bytes);
  let tries = 0;
  let cuts = 0;
  cutNext(({ headers, body }) => {
    if (!(headers["X-Goog-Upload-Command"] ?? "").startsWith("upload")) return undefined;
    tries += 1;
    if (tries % 2 === 0) return undefined;
    cuts += 1;
    return cuts % 3 === 0 ? "answer" : { afterBytes: random.below((body as Blob).size) };
  });
  expect(await run()).toBe("uploaded");
  expect(cuts).toBeGreaterThan(5);
  expect((await stored(kept().name)).md5Hash).toBe(md5(bytes));
  const chunks = asked.filter(({ command }) => command.startsWith("upload"));
  const sent = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  expect(sent).toBeLessThan(2 * bytes.length);
  expect(asked.filter(({ command }) => command === "start")).toHaveLength(1);
});

test("an upload whose last answer is lost is done once", async () => {
  const { run, asked, cutNext, kept } = upload(bytesOf(1000));
  cutNext(({ headers }) => {
    const isLast = headers["X-Goog-Upload-Command"] === "upload, finalize";
    return isLast ? "answer" : undefined;
  });
  expect(await run()).toBe("uploaded");
  expect(asked.map(({ command }) => command)).toEqual([
    "start",
    "upload, finalize",
    "query",
    "GET",
  ]);
  expect((await stored(kept().name)).size).toBe("1000");
});

test("one that is stopped goes on from what is kept of it", async () => {
  const bytes = bytesOf(2_000_000, 3);
  const { run, sending, asked, kept, states } = upload(bytes);
  const stop = new AbortController();
  const { save } = sending;
  sending.save = async (change) => {
    await save(change);
    if (kept().receivedBytes > 0) stop.abort(new Error("stopped"));
  };
  await expect(run(stop.signal)).rejects.toThrow("stopped");
  const before = asked.length;
  expect(kept()).toMatchObject({ fingerprint: expect.any(String), sessionUrl: expect.any(String) });
  states.length = 0;
  expect(await run()).toBe("uploaded");
  expect(asked.slice(before, before + 2)).toMatchObject([
    { command: "query" },
    { offset: 256 * KIB },
  ]);
  expect(states[0]).toBe(`moving ${256 * KIB}`);
  expect((await stored(kept().name)).md5Hash).toBe(md5(bytes));
});

test("one that is stopped while the server makes room for it keeps that room", async () => {
  const reserve = async (name: string) => ({ id: "r1", name, expiresAtMs: Date.now() + 1e9 });
  for (const isEmbedded of [true, false]) {
    const { run, sending, kept, asked } = upload(
      bytesOf(10),
      {},
      { isEmbedded, calls: { reserve } },
    );
    const stop = new AbortController();
    const { calls } = sending;
    // The server's answer comes before its time is over.
    sending.waiting = { ...sending.waiting, wait: () => new Promise(() => {}) };
    sending.calls = {
      ...calls,
      start(session, signal) {
        stop.abort(new Error("stopped"));
        return calls.start(session, signal);
      },
    };
    // oxlint-disable-next-line no-await-in-loop
    await expect(run(stop.signal)).rejects.toThrow("stopped");
    expect(kept().sessionUrl).toEqual(expect.any(String));
    expect(kept().reservation?.id).toBe(isEmbedded ? undefined : "r1");
    expect(asked.filter(({ command }) => command === "start")).toHaveLength(1);
  }
});

test("a lost session begins anew by itself, once, and says so", async () => {
  const bytes = bytesOf(600_000, 4);
  const { run, sending, kept, asked, states } = upload(bytes);
  const { calls } = sending;
  const endAfterChunk = (times: number): StorageCalls => ({
    ...calls,
    async upload(url, chunk, signal) {
      const answer = await calls.upload(url, chunk, signal);
      if (chunk.isLast || times === 0) return answer;
      times -= 1;
      await calls.cancel(url, signal);
      return answer;
    },
  });
  sending.calls = endAfterChunk(1);
  expect(await run()).toBe("uploaded");
  expect(asked.filter(({ command }) => command === "start")).toHaveLength(2);
  expect(states.filter((state) => state === "not-kept")).toHaveLength(1);
  expect((await stored(kept().name)).md5Hash).toBe(md5(bytes));
  const other = upload(bytes);
  other.sending.calls = endAfterChunk(2);
  await expect(other.run()).rejects.toMatchObject({ code: "session-lost" });
});

test("a file of the same name is replaced, skipped or kept beside", async () => {
  const name = place();
  expect(await upload(bytesOf(10), { name }).run()).toBe("uploaded");
  const before = await stored(name);
  const skipped = upload(bytesOf(20), { name, onExisting: "skip" });
  expect(await skipped.run()).toBe("skipped");
  expect(skipped.asked.map(({ command }) => command)).toEqual(["start"]);
  expect(await stored(name)).toEqual(before);
  for (const number of [2, 3]) {
    const beside = upload(bytesOf(20), { name, onExisting: "keep-both" });
    expect(await beside.run()).toBe("uploaded");
    expect(beside.kept().name).toBe(name.replace(".bin", ` (${number}).bin`));
  }
  expect(await stored(name)).toEqual(before);
  expect(await upload(bytesOf(30), { name }).run()).toBe("replaced");
  expect((await stored(name)).size).toBe("30");
});

test("who loses a race for a name finds another, or leaves it", async () => {
  const name = place();
  const first = upload(bytesOf(300_000, 5), { name, onExisting: "keep-both" });
  const late = upload(bytesOf(300_000, 6), { name, onExisting: "skip" });
  for (const { sending } of [first, late]) {
    const { calls } = sending;
    sending.calls = {
      ...calls,
      async upload(url, chunk, signal) {
        if (chunk.isLast && (await calls.read(name, signal)) === null)
          await upload(bytesOf(5), { name }).run();
        return calls.upload(url, chunk, signal);
      },
    };
  }
  const ended = await Promise.all([first.run(), late.run()]);
  expect(ended).toEqual(["uploaded", "skipped"]);
  expect((await stored(name)).size).toBe("5");
  expect((await stored(first.kept().name)).size).toBe("300000");
  expect(first.kept().name).not.toBe(name);
});

test("what is not allowed, not there, or too much is final and says so", async () => {
  const run = (wanted: Partial<NewUpload>, parts?: Parts) =>
    upload(bytesOf(10), wanted, parts).run();
  await expect(run({ name: "users/somebody/a" })).rejects.toMatchObject({ code: "not-allowed" });
  await expect(run({ name: "a/../../b\n" })).rejects.toMatchObject({ code: "refused" });
  const large = new Uint8Array(QUOTA + 1);
  const { run: runLarge, asked } = upload(large);
  await expect(runLarge()).rejects.toMatchObject({ code: "quota-exceeded" });
  expect(asked.map(({ command, status }) => [command, status])).toEqual([["start", 402]]);
});

test("a token that is refused is renewed once", async () => {
  const given: boolean[] = [];
  const token = (ends: number) => async (fresh: boolean) => {
    given.push(fresh);
    return given.length <= ends ? "not.a.token" : ada.idToken();
  };
  expect(await upload(bytesOf(10), {}, { token: token(1) }).run()).toBe("uploaded");
  expect(given).toEqual([false, true, false]);
  given.length = 0;
  const { run } = upload(bytesOf(10), {}, { token: token(9) });
  await expect(run()).rejects.toMatchObject({ code: "signed-out" });
  expect(given).toEqual([false, true]);
});

test("a server that is not there is tried for ten minutes, then the upload fails and can be retried", async () => {
  const { run, cutNext, waits, states, kept } = upload(bytesOf(600_000, 7));
  cutNext((request) =>
    ["start", "upload"].includes(request.headers["X-Goog-Upload-Command"] ?? "")
      ? undefined
      : { afterBytes: 0 },
  );
  const failure = await run().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "no-connection" });
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(600_000);
  expect(states.at(-1)).toBe(`waiting ${256 * KIB}`);
  cutNext(() => undefined);
  expect(await run()).toBe("uploaded");
  expect((await stored(kept().name)).size).toBe("600000");
});

test("to a hosted bucket it goes with a reservation, which it keeps over failures", async () => {
  const reserved: string[] = [];
  const calls = {
    reserve: async (name: string, sizeBytes: number) => {
      reserved.push(`${name} ${sizeBytes}`);
      return { id: `r${reserved.length}`, name, expiresAtMs: Date.now() + 1e9 };
    },
  };
  const { run, cutNext, kept } = upload(bytesOf(10), {}, { calls, isEmbedded: false });
  let cut: "answer" | undefined = "answer";
  cutNext(({ headers }) => {
    if (headers["X-Goog-Upload-Command"] !== "start") return undefined;
    const now = cut;
    cut = undefined;
    return now;
  });
  expect(await run()).toBe("uploaded");
  const { name } = kept();
  expect(reserved).toEqual([`${name} 10`]);
  expect((await stored(name)).metadata).toEqual({ reservation: "r1" });
  const beside = upload(
    bytesOf(10),
    { name, onExisting: "keep-both" },
    { calls, isEmbedded: false },
  );
  expect(await beside.run()).toBe("uploaded");
  expect(reserved.slice(1)).toEqual([`${beside.kept().name} 10`]);
});
