/**
 * Small pictures of files, as object URLs of this page: from this browser where it has them, else from the server, a few at
 * a time and those that are seen first.
 */
import { onAccountEnd } from "../account-life.ts";
import { ApiError, readFile } from "../api.ts";
import { signedInUser } from "../firebase.ts";
import type { DriveBytes } from "./drive-tickets.ts";
import { type ThumbStore, openThumbStore } from "./thumb-store.ts";

const atOnce = 4;
const mostUrls = 600;
const mostKept = 4000;
/** Of the server's refusals nothing is kept; of what went wrong not for long, so that scrolling asks not again and again. */
const againAfterMs = 30_000;

type Waiting = {
  bytes: DriveBytes;
  /** Of all who look at it. */
  signals: AbortSignal[];
  answer: PromiseWithResolvers<string | undefined>;
};

export type Thumbs = {
  /** Undefined: there is none, or not now. Never throws. @param signal nobody looks at it any more */
  urlOf(bytes: DriveBytes, signal: AbortSignal): Promise<string | undefined>;
  /** At once, where it was shown before. */
  knownUrl(bytes: DriveBytes): string | undefined;
  /** The connection is back: what failed may be asked for at once. */
  forgetFailures(): void;
  close(): void;
};

export type ThumbDeps = {
  store: ThumbStore | undefined;
  /** @throws ApiError */
  load: (bytes: DriveBytes) => Promise<Blob>;
  makeUrl: (blob: Blob) => string;
  dropUrl: (url: string) => void;
  now: () => number;
};

export function createThumbs({ store, load, makeUrl, dropUrl, now }: ThumbDeps): Thumbs {
  /** Those shown last come last. */
  const urls = new Map<string, string>();
  const failedAt = new Map<string, number>();
  const none = new Set<string>();
  const asking = new Map<string, Waiting>();
  const waiting: Waiting[] = [];
  let running = 0;
  let isClosed = false;
  let sinceTrim = 0;

  const keyOf = ({ owner, object }: DriveBytes) => `${owner}/${object}`;

  function known(bytes: DriveBytes): string | undefined {
    const key = keyOf(bytes);
    const url = urls.get(key);
    if (url === undefined) return undefined;
    urls.delete(key);
    urls.set(key, url);
    return url;
  }

  function shown(key: string, bytes: ArrayBuffer): string | undefined {
    if (isClosed) return undefined;
    // The server makes nothing else; whatever it is, it is only ever a picture.
    const url = makeUrl(new Blob([bytes], { type: "image/webp" }));
    urls.set(key, url);
    for (const [other, old] of urls) {
      if (urls.size <= mostUrls) break;
      urls.delete(other);
      dropUrl(old);
    }
    return url;
  }

  async function find(bytes: DriveBytes): Promise<string | undefined> {
    const { owner, object } = bytes;
    const key = keyOf(bytes);
    // A browser that keeps nothing asks the server.
    const kept = await store?.find(owner, object).catch(() => undefined);
    if (kept) return shown(key, kept);
    if (kept === null) return void none.add(key);
    try {
      const loaded = await (await load(bytes)).arrayBuffer();
      const url = shown(key, loaded);
      keep(owner, object, loaded);
      return url;
    } catch (error) {
      if (error instanceof ApiError && error.code === "no-thumb") {
        none.add(key);
        keep(owner, object, null);
      } else failedAt.set(key, now());
      return undefined;
    }
  }

  function keep(owner: string, object: string, bytes: ArrayBuffer | null): void {
    if (isClosed || store === undefined) return;
    const keeping = store.put(owner, object, bytes).then(() => {
      sinceTrim += 1;
      return sinceTrim % 100 === 1 ? store.trim(mostKept) : undefined;
    });
    // Without room it is asked for again.
    keeping.catch(() => undefined);
  }

  function next(): void {
    while (running < atOnce) {
      // Who scrolls sees those that were asked for last.
      const one = waiting.pop();
      if (one === undefined) return;
      if (one.signals.every(({ aborted }) => aborted)) {
        asking.delete(keyOf(one.bytes));
        one.answer.resolve(undefined);
        continue;
      }
      void run(one);
    }
  }

  async function run({ bytes, answer }: Waiting): Promise<void> {
    running += 1;
    const url = await find(bytes);
    running -= 1;
    asking.delete(keyOf(bytes));
    answer.resolve(url);
    next();
  }

  return {
    knownUrl: known,
    urlOf(bytes, signal) {
      const key = keyOf(bytes);
      const there = known(bytes);
      if (there !== undefined || none.has(key) || isClosed) return Promise.resolve(there);
      if (now() - (failedAt.get(key) ?? -Infinity) < againAfterMs) {
        return Promise.resolve(undefined);
      }
      const before = asking.get(key);
      if (before !== undefined) {
        before.signals.push(signal);
        return before.answer.promise;
      }
      const one = { bytes, signals: [signal], answer: Promise.withResolvers<string | undefined>() };
      asking.set(key, one);
      waiting.push(one);
      next();
      return one.answer.promise;
    },
    forgetFailures: () => failedAt.clear(),
    close() {
      isClosed = true;
      for (const url of urls.values()) dropUrl(url);
      urls.clear();
      for (const { answer } of waiting.splice(0)) answer.resolve(undefined);
      store?.close();
    },
  };
}

let opened: Thumbs | undefined;
/** Who is just going: nothing is kept of them any more. */
let leaving: string | undefined;

/** Of who is signed in, for as long as they are. */
export async function openThumbs(): Promise<Thumbs> {
  const uid = (await signedInUser())?.uid ?? "";
  if (opened !== undefined) return opened;
  const mine = createThumbs({
    store: "indexedDB" in globalThis && uid !== leaving ? openThumbStore(uid) : undefined,
    load: ({ owner, id, object }) =>
      readFile(`/api/drive/thumb?${new URLSearchParams({ owner, id, object })}`),
    makeUrl: (blob) => URL.createObjectURL(blob),
    dropUrl: (url) => URL.revokeObjectURL(url),
    now: Date.now,
  });
  opened = mine;
  const life = new AbortController();
  addEventListener("online", () => mine.forgetFailures(), { signal: life.signal });
  onAccountEnd(() => {
    life.abort();
    if (opened === mine) opened = undefined;
    leaving = undefined;
    mine.close();
  });
  return mine;
}

/** What is shown already needs no waiting. */
export function openedThumbs(): Thumbs | undefined {
  return opened;
}

/** Nothing of the account is left here. */
export async function forgetThumbs(uid: string): Promise<void> {
  leaving = uid;
  opened?.close();
  opened = undefined;
  const store = openThumbStore(uid);
  try {
    await store.clear();
  } finally {
    store.close();
  }
}
