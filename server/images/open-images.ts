/** Pictures of stored public objects: puts the parts of this room together. docs/images.md describes it. */
import { mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Handler } from "../http/request-facts.ts";
import type { Log } from "../log.ts";
import type { ImageJob } from "./image-job.ts";
import { createImageProcesses } from "./image-processes.ts";
import { createImageVariants } from "./image-variants.ts";
import { createJobQueue } from "./job-queue.ts";
import { createObjectLookup } from "./object-lookup.ts";
import { createPlaceholders } from "./placeholders.ts";
import type { Placeholders } from "./placeholders.ts";
import { createImageHandler } from "./serve-image.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";
import { openVariantCache } from "./variant-cache.ts";
import type { VariantCache } from "./variant-cache.ts";

export type Images = {
  /** Answers `/img/…`. */
  handler: Handler;
  /**
   * WebP of what somebody sends that is no stored object, at most `side` pixels on each side.
   * @throws ImageError; the signal's reason
   */
  shrink(
    bytes: Uint8Array,
    options: { side: number; from: string; signal: AbortSignal },
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The same picture with nothing in it but its pixels, for what is going to be public; at most 4096 on a side.
   * @throws ImageError; the signal's reason
   */
  clean(
    bytes: Uint8Array,
    options: { from: string; signal: AbortSignal },
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string }>;
  /** Makes good, in the background, what could not be done while no server ran. */
  mend(): void;
  /** Resolves when nothing is done in the background. */
  settled(): Promise<void>;
  /** Of prepared pictures. */
  folder: string;
  /** Of the processes that decode pictures now. */
  pids(): number[];
  close(): Promise<void>;
};

type ImageBackend = Pick<
  ServerBackend,
  "getObject" | "openObject" | "updateObject" | "listObjects" | "onObjectChange"
>;

const publicPrefix = "public/";
const jobsAtOnce = 2;
const jobsWaiting = 64;
const jobsWaitingOfOne = 16;
const jobTimeoutMs = 20_000;
const processIdleMs = 30_000;
const hostedLookupMs = 5_000;
/** Objects that are looked at when a server starts. */
const mostMended = 50_000;
const mostMendedHosted = 2_000;

export async function openImages(options: {
  backend: ImageBackend;
  /** Of prepared pictures, kept over restarts; undefined: one that is gone with this server. */
  folder: string | undefined;
  maxCacheBytes: number;
  /** Whether the backend is Firebase: it is asked less often, and tells of no change. */
  isHosted: boolean;
  log: Log;
  /** Milliseconds of a clock that never goes back. */
  monotonicNow?: () => number;
}): Promise<Images> {
  const { backend, maxCacheBytes, isHosted, log } = options;
  const { monotonicNow = () => performance.now() } = options;
  await using opened = new AsyncDisposableStack();
  let folder = options.folder;
  if (folder === undefined) {
    const own = await makeTemporaryFolder("foyer-images");
    opened.defer(() => rm(own, { recursive: true, force: true }));
    folder = own;
  }
  const cache = await openVariantCache({
    folder: join(folder, "kept"),
    maxBytes: maxCacheBytes,
    now: Date.now,
  });
  const workFolder = join(folder, "work");
  // What another process was at when it ended.
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { mode: 0o700 });
  const processes = createImageProcesses({
    folder: await realpath(workFolder),
    log,
    timeoutMs: jobTimeoutMs,
    idleMs: processIdleMs,
  });
  opened.defer(() => processes.close());
  const queue = createJobQueue({
    atOnce: jobsAtOnce,
    waiting: jobsWaiting,
    waitingOfOne: jobsWaitingOfOne,
  });
  const variants = createImageVariants({ backend, cache, processes, queue, workFolder, log });
  opened.defer(() => variants.close());
  const lookup = createObjectLookup({
    getObject: backend.getObject,
    keepMs: isHosted ? hostedLookupMs : 0,
    now: monotonicNow,
  });
  const placeholders = createPlaceholders({
    backend,
    measure: (info) => variants.measure(info),
    log,
  });
  let mending: Promise<void> | undefined;
  const closing = new AbortController();
  const forgetListener = backend.onObjectChange(async ({ name, generation }) => {
    if (!name.startsWith(publicPrefix)) return;
    lookup.forget(name);
    await variants.forget(name, generation === null ? null : String(generation));
    if (generation !== null) placeholders.add(name);
  });
  opened.defer(async () => {
    forgetListener();
    closing.abort();
    // Its measuring ends with the variants.
    await Promise.all([variants.close(), placeholders.close(), mending]);
  });

  async function find(name: string) {
    const info = await lookup.get(name);
    if (info === null) await cache.remove(name, null);
    return info;
  }

  /** What a process makes of bytes that are no stored object. */
  async function made(
    bytes: Uint8Array,
    jobOf: (files: { source: string; target: string }) => ImageJob,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const source = join(workFolder, randomUUID());
    const target = join(workFolder, randomUUID());
    try {
      await writeFile(source, bytes, { flag: "wx", mode: 0o600 });
      await processes.run(jobOf({ source, target }), signal);
      return new Uint8Array(await readFile(target));
    } finally {
      await Promise.all([source, target].map((path) => rm(path, { force: true })));
    }
  }

  const running = opened.move();
  return {
    shrink(bytes, { from, side, signal }) {
      const size = { width: side, height: side, format: "webp" as const };
      const make = () => made(bytes, (files) => ({ kind: "variant", ...files, ...size }), signal);
      return queue.add(from, make, signal);
    },
    async clean(bytes, { from, signal }) {
      const make = () => made(bytes, (files) => ({ kind: "clean", ...files }), signal);
      const cleaned = await queue.add(from, make, signal);
      return { bytes: cleaned, contentType: typeOf(cleaned) };
    },
    handler: createImageHandler({ find, variants, log }),
    mend() {
      const most = isHosted ? mostMendedHosted : mostMended;
      mending ??= mend({ backend, cache, placeholders, most, signal: closing.signal })
        .catch((error: unknown) => log.error({ err: error }, "pictures could not be looked over"))
        .finally(() => (mending = undefined));
    },
    async settled() {
      await mending;
      await placeholders.settled();
    },
    folder,
    pids: () => processes.pids(),
    close: () => running.disposeAsync(),
  };
}

/** Of what `clean` makes. */
function typeOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff) return "image/jpeg";
  return bytes[0] === 0x89 ? "image/png" : "image/webp";
}

/** Measures pictures that came, and removes what was made of objects that went, while no server ran. */
async function mend(deps: {
  backend: ImageBackend;
  cache: VariantCache;
  placeholders: Placeholders;
  most: number;
  signal: AbortSignal;
}): Promise<void> {
  const { backend, cache, placeholders, most, signal } = deps;
  const kept = cache.begin();
  let token: string | undefined;
  for (let seen = 0; seen < most;) {
    // oxlint-disable-next-line no-await-in-loop -- each page is known by the one before
    const page = await backend.listObjects(publicPrefix, { token, size: 1000 });
    for (const name of page.names) {
      kept.keep(name);
      placeholders.add(name);
    }
    // oxlint-disable-next-line no-await-in-loop -- so that no more wait than a page has
    await placeholders.settled();
    if (signal.aborted) return;
    seen += page.names.length;
    token = page.next;
    if (token === undefined) return kept.removeOthers();
  }
}
