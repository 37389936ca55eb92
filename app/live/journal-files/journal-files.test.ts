import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { type JournalKeys, keysOf, newDataKey } from "#lib/sealed/keys.ts";
import { type SignedInClient, createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { type ServedSite, serveSite } from "../../../tests/support/served-site.ts";
import { sendFile } from "../uploads/send-file.ts";
import { createStorageCalls } from "../uploads/storage-calls.ts";
import { createCuttableSend } from "../uploads/testing/send-by-http.ts";
import { type JournalFilesParts, createJournalFiles } from "./create-journal-files.ts";
import { JournalFileError } from "./file-error.ts";
import { type FileStore, createMemoryFileStore } from "./file-store.ts";
import type { JournalFiles } from "./journal-files.ts";
import type { ObjectCalls } from "./object-calls.ts";

let site: ServedSite;
let ada: SignedInClient;

beforeAll(async () => {
  site = await serveSite({ storage: { quotaOf: () => 64 * 1024 * 1024 } });
  ada = await signUp(createSdkClient(site.origin));
}, 20_000);

afterAll(async () => {
  await ada[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

type Page = {
  files: JournalFiles;
  sender: ReturnType<typeof createCuttableSend>;
  store: FileStore;
  /** Keys come or go. */
  hold(keys: JournalKeys | undefined): void;
  logged: string[];
};

type Options = {
  store?: FileStore;
  keys?: JournalKeys | undefined;
  room?: number;
  now?: () => number;
  calls?: Partial<ObjectCalls>;
  smaller?: JournalFilesParts["smaller"];
  isGone?: JournalFilesParts["isGone"];
};

/** A page of Ada's. What it keeps outlives it when the next one gets its `store`. */
function open({
  store = createMemoryFileStore(),
  keys: first,
  room = Infinity,
  now = Date.now,
  calls,
  smaller = async () => ({ width: 0, height: 0, small: undefined, middle: undefined }),
  isGone = async () => false,
}: Options = {}): Page {
  let keys = first;
  const onKeys = new Set<() => void>();
  const sender = createCuttableSend();
  const place = { objectsUrl: `${site.origin}/v0/b/foyer/o`, isEmbedded: true };
  const storage = createStorageCalls(place, sender.send, () => ada.idToken());
  const waiting = {
    clock: () => 0,
    random: () => 0,
    isOnline: () => true,
    wait: async (_ms: number, signal: AbortSignal) => signal.throwIfAborted(),
  };
  const logged: string[] = [];
  const files = createJournalFiles({
    uid: ada.uid,
    store,
    keysOf: () => keys,
    isGone,
    onKeys(call) {
      onKeys.add(call);
      return () => onKeys.delete(call);
    },
    calls: { ...objects(), ...calls },
    async sendOne(upload, file, { save, show }, signal) {
      await sendFile({ place, calls: storage, waiting, save, show }, upload, file, signal);
    },
    endUpload: async () => undefined,
    smaller,
    hasRoom: async (bytes) => bytes <= room,
    alone: (signal, run) => (signal.aborted ? Promise.resolve() : run()),
    after(ms, call) {
      const timer = setTimeout(call, Math.min(ms, 5));
      return () => clearTimeout(timer);
    },
    onOnline: () => () => undefined,
    talk: () => ({ tell: () => undefined, end: () => undefined }),
    now,
    log: (what) => logged.push(what),
  });
  return {
    files,
    sender,
    store,
    logged,
    hold(next) {
      keys = next;
      for (const call of onKeys) call();
    },
  };
}

async function ask(path: string, method = "GET"): Promise<Response> {
  const headers = { Authorization: `Firebase ${await ada.idToken()}` };
  return fetch(`${site.origin}/v0/b/foyer/o${path}`, { method, headers });
}

function objects(): ObjectCalls {
  return {
    async read(path) {
      const answer = await ask(`/${encodeURIComponent(path)}?alt=media`);
      if (answer.status === 404) throw new JournalFileError("missing");
      return answer.blob();
    },
    async remove(path) {
      await ask(`/${encodeURIComponent(path)}`, "DELETE");
    },
    async list(prefix) {
      const answer = await ask(`?delimiter=/&prefix=${encodeURIComponent(prefix)}`);
      const { items = [] } = (await answer.json()) as { items?: { name: string }[] };
      return items.map(({ name }) => name);
    },
    async storedAt(path) {
      const { updated = "" } = (await (await ask(`/${encodeURIComponent(path)}`)).json()) as {
        updated?: string;
      };
      return Date.parse(updated);
    },
  };
}

const photo = (bytes: number, seed = 1, type = "image/jpeg") => {
  const random = seededRandom(seed);
  return new Blob([Uint8Array.from({ length: bytes }, () => random.next() * 256)], { type });
};
const never = () => new AbortController().signal;
const same = async (one: Blob, other: Blob) =>
  Buffer.from(await one.arrayBuffer()).equals(Buffer.from(await other.arrayBuffer()));
const wanted = (id: string) => ({ id, type: "image/jpeg", width: 0, height: 0 });
const reason = (error: unknown) => (error as JournalFileError).reason;

async function sealedJournal() {
  const journal = newJournalId("sealed");
  return { journal, keys: await keysOf(newDataKey(), { uid: ada.uid, journal }) };
}

test("a file is here before it is sent, arrives, and another device opens the same bytes", async () => {
  const { journal, keys } = await sealedJournal();
  const here = open({ keys });
  const blob = photo(300_000);
  const register = await here.files.keep(journal, "m1", blob, "IMG_1.jpg");
  expect(register).toEqual({
    name: "IMG_1.jpg",
    type: "image/jpeg",
    size: 300_000,
    width: 0,
    height: 0,
    sha: createHash("sha256")
      .update(Buffer.from(await blob.arrayBuffer()))
      .digest("hex"),
  });
  expect(await same(await here.files.read(journal, wanted("m1"), "full"), blob)).toBe(true);
  await here.files.untilSent(journal, never());
  expect(await here.store.waiting()).toEqual([]);

  const elsewhere = open({ keys });
  const read = await elsewhere.files.read(journal, wanted("m1"), "full");
  expect(await same(read, blob)).toBe(true);
  expect(read.type).toBe("image/jpeg");
});

test("of a sealed journal the server gets no name, no type and no byte of the file", async () => {
  const { journal, keys } = await sealedJournal();
  const page = open({ keys });
  const text = "the secret of the house ".repeat(100);
  await page.files.keep(
    journal,
    "photo-of-the-house",
    new Blob([text], { type: "text/plain" }),
    "diary.txt",
  );
  await page.files.untilSent(journal, never());
  const [path = ""] = await objects().list(`users/${ada.uid}/journal/${journal}/`, undefined);
  const metadata = await (await ask(`/${encodeURIComponent(path)}`)).text();
  expect(metadata).toContain("application/octet-stream");
  const stored = Buffer.from(await (await objects().read(path, undefined)).arrayBuffer());
  for (const word of ["secret", "diary", "text/plain", "photo-of-the-house"]) {
    expect(`${path} ${metadata} ${stored.toString("latin1")}`).not.toContain(word);
  }
});

test("an upload that a reload has cut goes on where it was, with the bytes that were sealed first", async () => {
  const { journal, keys } = await sealedJournal();
  const store = createMemoryFileStore();
  const before = open({ keys, store });
  const blob = photo(900_000);
  const gone = Promise.withResolvers<void>();
  before.sender.cutNext(({ headers }) => {
    if (headers["X-Goog-Upload-Offset"] !== "262144") return undefined;
    gone.resolve();
    return { afterBytes: 1000 };
  });
  await before.files.keep(journal, "m1", blob, "a.jpg");
  await gone.promise;
  before.files.close();

  const after = open({ keys, store });
  await after.files.untilSent(journal, never());
  const commands = after.sender.asked.map(({ command }) => command);
  expect(commands[0]).toBe("query");
  expect(commands).not.toContain("start");
  expect(await same(await after.files.read(journal, wanted("m1"), "full"), blob)).toBe(true);
});

test("whatever is cut, lost or closed meanwhile, what arrives opens to the same bytes (20 seeds)", async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = seededRandom(seed);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { journal, keys } = await sealedJournal();
    const store = createMemoryFileStore();
    const blob = photo(1 + random.below(1_500_000), seed);
    let isKept = false;
    for (let life = 0; life < 4; life += 1) {
      const page = open({ keys, store });
      const over = Promise.withResolvers<void>();
      let left = 1 + random.below(4);
      page.sender.cutNext(() => {
        left -= 1;
        if (left <= 0) over.resolve();
        return random.pick([undefined, undefined, "answer", { afterBytes: random.below(300_000) }]);
      });
      // oxlint-disable-next-line no-await-in-loop
      if (!isKept || random.below(4) === 0) await page.files.keep(journal, "m1", blob, "a.jpg");
      isKept = true;
      const gone = page.files.untilSent(journal, never());
      // oxlint-disable-next-line no-await-in-loop
      await Promise.race([over.promise, gone]);
      gone.catch(() => undefined);
      page.files.close();
    }
    const last = open({ keys, store });
    // oxlint-disable-next-line no-await-in-loop
    await last.files.untilSent(journal, never());
    // oxlint-disable-next-line no-await-in-loop
    const read = await open({ keys }).files.read(journal, wanted("m1"), "full");
    // oxlint-disable-next-line no-await-in-loop
    expect(await same(read, blob), `seed ${seed}`).toBe(true);
  }
}, 60_000);

test("nothing of a locked journal is sent, read or kept; what waits goes once it is unlocked", async () => {
  const { journal, keys } = await sealedJournal();
  const store = createMemoryFileStore();
  const first = open({ keys, store });
  first.sender.cutNext(() => ({ afterBytes: 0 }));
  await first.files.keep(journal, "m1", photo(2000), "a.jpg");
  first.files.close();

  const page = open({ store });
  await expect(page.files.read(journal, wanted("m1"), "full")).rejects.toMatchObject({
    reason: "locked",
  });
  await expect(page.files.keep(journal, "m2", photo(9), "b")).rejects.toMatchObject({
    reason: "locked",
  });
  const plain = newJournalId("plain");
  await page.files.keep(plain, "m9", photo(9), "c");
  await page.files.untilSent(plain, never());
  expect(page.sender.asked.map(({ command }) => command)).toEqual(["start", "upload, finalize"]);
  expect(await store.waiting()).toHaveLength(1);
  page.hold(keys);
  await page.files.untilSent(journal, never());
  expect(await store.waiting()).toEqual([]);
});

test("a file chosen again while it waits is not sealed anew under the upload that is under way", async () => {
  const { journal, keys } = await sealedJournal();
  const page = open({ keys });
  const blob = photo(700_000);
  await page.files.keep(journal, "m1", blob, "a.jpg");
  const [first] = await page.store.waiting();
  await page.files.keep(journal, "m1", blob, "a.jpg");
  const ids = (await page.store.waiting()).map(({ upload }) => upload.id);
  expect(ids.filter((id) => id !== first?.upload.id)).toEqual([]);
  await page.files.untilSent(journal, never());
  expect(await same(await page.files.read(journal, wanted("m1"), "full"), blob)).toBe(true);
});

test("a file that is another one takes the place of what waits, and of what is at the server", async () => {
  const { journal, keys } = await sealedJournal();
  const page = open({ keys });
  // Sealed they are as long.
  const [first, second, third] = [photo(5000), photo(5001, 2), photo(5002, 3)];
  await page.files.keep(journal, "m1", first, "a.jpg");
  await page.files.keep(journal, "m1", second, "a.jpg", true);
  await page.files.untilSent(journal, never());
  const there = await open({ keys }).files.read(journal, wanted("m1"), "full");
  expect(await same(there, second)).toBe(true);
  await page.files.keep(journal, "m1", third, "a.jpg", true);
  await page.files.untilSent(journal, never());
  const now = await open({ keys }).files.read(journal, wanted("m1"), "full");
  expect(await same(now, third)).toBe(true);
});

test("what was put in the place of another one is not mixed with what was sent of that", async () => {
  const store = createMemoryFileStore();
  const page = open({ store });
  const journal = newJournalId("plain");
  page.sender.cutNext(() => ({ afterBytes: 0 }));
  await page.files.keep(journal, "m1", photo(10), "a");
  page.files.close();
  const [old] = await store.waiting();
  const again = open({ store });
  again.sender.cutNext(() => ({ afterBytes: 0 }));
  await again.files.keep(journal, "m1", photo(20, 2), "a");
  again.files.close();
  await store.changeUpload(old!, { sessionUrl: "https://elsewhere.example/" });
  await store.sent(old!);
  const [now] = await store.waiting();
  expect(now?.upload.sessionUrl).toBeNull();
  expect(now?.upload.file.sizeBytes).toBe(20);
});

test("smaller pictures are sent beside the photo and kept where they are shown; without one it is the photo", async () => {
  const { journal, keys } = await sealedJournal();
  const [blob, small, middle] = [photo(9000), photo(90, 2), photo(900, 3)];
  const here = open({
    keys,
    smaller: async () => ({ width: 3000, height: 2000, small, middle }),
  });
  await here.files.keep(journal, "m1", blob, "a.jpg");
  await here.files.untilSent(journal, never());
  const asked: string[] = [];
  const whole = objects();
  const elsewhere = open({
    keys,
    calls: {
      async read(path) {
        asked.push(path);
        return whole.read(path, undefined);
      },
    },
  });
  const file = { id: "m1", type: "image/jpeg", width: 3000, height: 2000 };
  for (const [size, wantedBlob] of [
    ["s", small],
    ["m", middle],
    ["s", small],
    ["full", blob],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await same(await elsewhere.files.read(journal, file, size), wantedBlob)).toBe(true);
  }
  expect(asked).toHaveLength(3);

  // A device that could not draw it sent the photo alone.
  const other = open({ keys });
  await other.files.keep(journal, "m3", blob, "c.jpg");
  await other.files.untilSent(journal, never());
  const shown = await elsewhere.files.read(journal, { ...file, id: "m3" }, "s");
  expect(await same(shown, blob)).toBe(true);
});

test("a file that is deleted while it is sent does not come to be", async () => {
  const journal = newJournalId("plain");
  const page = open();
  const isUnderWay = Promise.withResolvers<void>();
  page.sender.cutNext(({ headers }) => {
    if (headers["X-Goog-Upload-Offset"] !== "262144") return undefined;
    isUnderWay.resolve();
    return { afterBytes: 100 };
  });
  await page.files.keep(journal, "m1", photo(600_000), "a");
  await isUnderWay.promise;
  page.sender.cutNext(() => undefined);
  await page.files.remove(journal, ["m1"]);
  await page.files.keep(journal, "m2", photo(10), "b");
  await page.files.untilSent(journal, never());
  const folder = `users/${ada.uid}/journal/${journal}/`;
  expect(await objects().list(folder, undefined)).toEqual([`${folder}m2`]);
});

test("too large, no room and not there are said by their reasons, and nothing is kept", async () => {
  const journal = newJournalId("plain");
  const page = open({ room: 1000 });
  const large = { size: 200 * 1_048_576, type: "" } as Blob;
  expect(await page.files.keep(journal, "m1", large, "a").catch(reason)).toBe("too-large");
  expect(await page.files.keep(journal, "m1", photo(9), "a").catch(reason)).toBe("no-room");
  expect(await page.store.waiting()).toEqual([]);
  expect(await page.files.read(journal, wanted("m9"), "full").catch(reason)).toBe("missing");
});

test("a sealed file that was changed at the server is said to be damaged, never shown", async () => {
  const { journal, keys } = await sealedJournal();
  const page = open({ keys });
  await page.files.keep(journal, "m1", photo(5000), "a.jpg");
  await page.files.untilSent(journal, never());
  const whole = objects();
  const spoiled = open({
    keys,
    calls: {
      async read(path) {
        const bytes = new Uint8Array(await (await whole.read(path, undefined)).arrayBuffer());
        bytes[2000] = (bytes[2000] ?? 0) ^ 1;
        return new Blob([bytes]);
      },
    },
  });
  expect(await spoiled.files.read(journal, wanted("m1"), "full").catch(reason)).toBe("damaged");
});

test("a file that came incomplete, or is another one, is not given for it", async () => {
  for (const { journal, keys } of [
    await sealedJournal(),
    { journal: newJournalId("plain"), keys: undefined },
  ]) {
    const page = open({ keys });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { sha } = await page.files.keep(journal, "m1", photo(5000), "a.jpg");
    const read = (sizeBytes: number, sha256: string) =>
      page.files.read(journal, { ...wanted("m1"), sizeBytes, sha256 }, "full").catch(reason);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await read(5001, "")).toBe("unknown");
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await read(5000, sha.replace(/^./, sha.startsWith("0") ? "1" : "0"))).toBe("unknown");
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await read(5000, sha)).toBeInstanceOf(Blob);
  }
});

test("a file that no page should run comes as bytes, whatever its item says", async () => {
  const journal = newJournalId("plain");
  const page = open();
  const types = ["text/html", "image/svg+xml", "application/xhtml+xml", "image/png"];
  const shown: string[] = [];
  for (const type of types) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.files.keep(journal, type.replace("/", "-"), photo(50, 1, type), "a");
    const file = { ...wanted(type.replace("/", "-")), type };
    // oxlint-disable-next-line no-await-in-loop -- as above
    shown.push((await page.files.read(journal, file, "full")).type);
  }
  expect(shown).toEqual([
    "application/octet-stream",
    "application/octet-stream",
    "application/octet-stream",
    "image/png",
  ]);
});

test("deleted files are gone here and at the server, one that waits is not sent, and twice is once", async () => {
  const journal = newJournalId("plain");
  const page = open();
  await page.files.keep(journal, "m1", photo(900), "a");
  await page.files.keep(journal, "m2", photo(900, 2), "b");
  await page.files.untilSent(journal, never());
  await page.files.remove(journal, ["m1"]);
  await page.files.remove(journal, ["m1"]);
  expect(await page.files.read(journal, wanted("m1"), "full").catch(reason)).toBe("missing");
  expect((await page.files.read(journal, wanted("m2"), "full")).size).toBe(900);
  await page.files.removeAll(journal);
  expect(await objects().list(`users/${ada.uid}/journal/${journal}/`, undefined)).toEqual([]);
});

test("a sweep takes only old objects that no item knows, once a month, and none while something waits", async () => {
  const { journal, keys } = await sealedJournal();
  const store = createMemoryFileStore();
  const page = open({ keys, store });
  for (const id of ["known", "orphan"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.files.keep(journal, id, photo(500), "a");
  }
  await page.files.untilSent(journal, never());
  page.files.close();
  const day = 86_400_000;
  // A browser that has just come may not have all items yet.
  const first = open({ keys, now: () => Date.now() + 31 * day });
  expect(await first.files.sweep(journal, ["known"], Infinity)).toBe(0);
  first.files.close();
  const noting = open({ keys, store });
  expect(await noting.files.sweep(journal, ["known"], Infinity)).toBe(0);
  noting.files.close();
  const soon = open({ keys, store, now: () => Date.now() + 29 * day });
  expect(await soon.files.sweep(journal, ["known"], Infinity)).toBe(0);
  soon.files.close();

  const later = open({ keys, store, now: () => Date.now() + 31 * day });
  later.sender.cutNext(() => ({ afterBytes: 0 }));
  await later.files.keep(journal, "coming", photo(500), "a");
  expect(await later.files.sweep(journal, ["known", "coming"], Infinity)).toBe(0);
  later.sender.cutNext(() => undefined);
  await later.files.untilSent(journal, never());
  // What was stored just now by another device is not old.
  const young = open({ keys, store, now: () => Date.now() + 31 * day, calls: youngObjects() });
  expect(await young.files.sweep(journal, ["known", "coming"], Infinity)).toBe(0);
  young.files.close();
  const month = open({ keys, store, now: () => Date.now() + 62 * day });
  // By the server's clock nothing of it is old.
  expect(await month.files.sweep(journal, ["known", "coming"], Date.now())).toBe(0);
  month.files.close();
  const next = open({ keys, store, now: () => Date.now() + 93 * day });
  expect(await next.files.sweep(journal, ["known", "coming"], Infinity)).toBe(1);
  expect((await next.files.read(journal, wanted("known"), "full")).size).toBe(500);
});

function youngObjects(): Partial<ObjectCalls> {
  return { storedAt: async () => Date.now() + 30 * 86_400_000 };
}

test("without room at the server it says so and stays here, until somebody tries again", async () => {
  const journal = newJournalId("plain");
  const page = open();
  await page.files.keep(journal, "m1", photo(100), "a");
  await page.files.untilSent(journal, never());
  const huge = open();
  const blob = new Blob([new Uint8Array(70 * 1024 * 1024)]);
  await huge.files.keep(journal, "m2", blob, "b");
  await expect(huge.files.untilSent(journal, never())).rejects.toThrow(
    "There is not enough space left for this file.",
  );
  expect(huge.files.state(journal, "m2")).toMatchObject({ state: "failed", canRetry: true });
  expect(await huge.store.waiting()).toHaveLength(1);
  const other = newJournalId("plain");
  await huge.files.keep(other, "m3", photo(10), "c");
  await huge.files.untilSent(other, never());
  // Nobody has asked for it once more.
  expect(huge.logged).toHaveLength(1);
});

async function there(journal: string): Promise<string[]> {
  const folder = `users/${ada.uid}/journal/${journal}/`;
  return (await objects().list(folder, undefined)).map((path) => path.slice(folder.length));
}

test("of a journal that moved nothing is sent; what waits goes with it, and is sealed where it goes", async () => {
  const { journal: to, keys } = await sealedJournal();
  const from = newJournalId("plain");
  const store = createMemoryFileStore();
  const page = open({ store, keys, isGone: async (journal) => journal === from });
  const blob = photo(3000);
  await page.files.keep(from, "m1", blob, "a.jpg");
  await page.files.keep(from, "m2", photo(20, 2), "b.jpg");
  await expect(page.files.untilSent(from, never())).rejects.toThrow("has moved, or was deleted");
  expect(await there(from)).toEqual([]);
  expect(await store.waiting()).toHaveLength(2);

  const media = [{ ...wanted("m1"), name: "a.jpg" }];
  // What `to` does not name stays, and is counted.
  expect(await page.files.moveWaiting(from, to, media)).toBe(1);
  await page.files.untilSent(to, never());
  expect(await page.files.moveWaiting(from, to, media)).toBe(1);
  expect((await store.waiting()).map(({ journal, name }) => [journal, name])).toEqual([
    [from, "m2"],
  ]);
  expect(await there(from)).toEqual([]);
  expect(await there(to)).toHaveLength(1);
  const read = await open({ keys }).files.read(to, wanted("m1"), "full");
  expect(await same(read, blob)).toBe(true);
});

test("one that this browser has lost does not hold up the others that move", async () => {
  const { journal: to, keys } = await sealedJournal();
  const from = newJournalId("plain");
  const store = createMemoryFileStore();
  const page = open({
    keys,
    isGone: async (journal) => journal === from,
    store: { ...store, blob: async (key) => (key.name === "m1" ? undefined : store.blob(key)) },
  });
  for (const id of ["m1", "m2"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.files.keep(from, id, photo(30), id);
  }
  const media = ["m1", "m2"].map((id) => ({ ...wanted(id), name: id }));
  expect(await page.files.moveWaiting(from, to, media)).toBe(1);
  await page.files.untilSent(to, never());
  expect((await store.waiting()).map(({ name }) => name)).toEqual(["m1"]);
});

test("while nobody can say whether a journal moved, its files wait, and go by themselves later", async () => {
  const journal = newJournalId("plain");
  let isReachable = false;
  const asked: string[] = [];
  const page = open({
    async isGone(one) {
      asked.push(one);
      if (!isReachable) throw new Error("There is no answer.");
      return false;
    },
  });
  await page.files.keep(journal, "m1", photo(30), "a");
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  expect(await there(journal)).toEqual([]);
  expect(page.sender.asked).toEqual([]);
  isReachable = true;
  await page.files.untilSent(journal, never());
  expect(await there(journal)).toEqual(["m1"]);
});

test("emptying a journal leaves what waits in this browser, and asks for a few objects at a time", async () => {
  const journal = newJournalId("plain");
  const names = Array.from({ length: 40 }, (_, at) => `m${at}`);
  let [now, most, removed] = [0, 0, 0];
  const page = open({
    isGone: async () => true,
    calls: {
      list: async (folder) => names.map((name) => folder + name),
      async remove() {
        now += 1;
        most = Math.max(most, now);
        await Promise.resolve();
        now -= 1;
        removed += 1;
      },
    },
  });
  await page.files.keep(journal, "here", photo(30), "a");
  await page.files.removeAll(journal);
  expect([removed, most]).toEqual([40, 6]);
  expect(await page.store.waiting()).toHaveLength(1);
});

test("whoever waits until all is sent reads what waits once, not at each step of each file", async () => {
  const journal = newJournalId("plain");
  const store = createMemoryFileStore();
  let reads = 0;
  const page = open({
    store: {
      ...store,
      waiting: () => {
        reads += 1;
        return store.waiting();
      },
    },
  });
  for (let at = 0; at < 10; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.files.keep(journal, `m${at}`, photo(600_000, at), "a");
  }
  let steps = 0;
  page.files.subscribe(() => (steps += 1));
  const [before, stepsBefore] = [reads, steps];
  await page.files.untilSent(journal, never());
  expect(steps - stepsBefore).toBeGreaterThan(30);
  expect((reads - before) / (steps - stepsBefore)).toBeLessThan(0.7);
});

test("who waits until all is sent does not wait for ever when the account is left", async () => {
  const page = open();
  page.sender.cutNext(() => ({ afterBytes: 0 }));
  const journal = newJournalId("plain");
  await page.files.keep(journal, "m1", photo(30), "a");
  const sent = page.files.untilSent(journal, never());
  page.files.close();
  expect(await sent.catch(reason)).toBe("not-allowed");
});

test("how many wait is known as soon as they are kept, however long a look at all of them takes", async () => {
  const journal = newJournalId("plain");
  const store = createMemoryFileStore();
  const nothing = Promise.withResolvers<never>();
  const page = open({
    isGone: () => nothing.promise,
    store: { ...store, waiting: () => nothing.promise },
  });
  for (const id of ["m1", "m2", "m3"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.files.keep(journal, id, photo(30), id);
  }
  expect([page.files.waiting(journal), page.files.waiting()]).toEqual([3, 3]);
});
