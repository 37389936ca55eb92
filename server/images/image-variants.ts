/**
 * Pictures in the width and format that somebody asks for: from the cache, or made now, once for all who wait. What is
 * made of an object is only kept and handed out while the object is there as it was.
 */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { ImageFormat, ImageWidth } from "#lib/image-address.ts";
import type { ObjectInfo } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { SourceGoneError, copySource } from "./copy-source.ts";
import type { SourceBackend } from "./copy-source.ts";
import { ImageError, busyWithPictures, unfitPicture } from "./errors.ts";
import type { Measured } from "./image-job.ts";
import type { ImageProcesses } from "./image-processes.ts";
import type { JobQueue } from "./job-queue.ts";
import type { OpenVariant, VariantCache, VariantKey } from "./variant-cache.ts";

export type ImageVariants = {
  /**
   * @param from network of who asks.
   * @returns undefined when the object is no longer there as `info` says. @throws ImageError
   */
  open(
    info: ObjectInfo,
    variant: { width: ImageWidth; format: ImageFormat },
    from: string,
  ): Promise<OpenVariant | undefined>;
  /** @returns undefined when the object is no longer there as `info` says. @throws ImageError */
  measure(info: ObjectInfo): Promise<Measured | undefined>;
  /** Ends and removes all that was made of other generations of an object; null: of every one. */
  forget(name: string, butGeneration: string | null): Promise<void>;
  close(): Promise<void>;
};

const badMs = 10 * 60_000;
/** What took too long may have had a bad moment. */
const slowMs = 60_000;
const pictureTypes = /^image\/(?:jpeg|jpg|png|webp|avif|gif)$/i;

/** As the object says of itself; its bytes have the last word. */
export function isPicture({ contentType }: ObjectInfo): boolean {
  return pictureTypes.test(contentType ?? "");
}

type Variant = VariantKey & { format: ImageFormat };

type Job = { name: string; generation: string; ends: AbortController; settled: Promise<unknown> };

export function createImageVariants(deps: {
  backend: SourceBackend;
  cache: VariantCache;
  processes: ImageProcesses;
  queue: JobQueue;
  /** For files that are being made. */
  workFolder: string;
  log: Log;
}): ImageVariants {
  const { backend, cache, processes, queue, workFolder, log } = deps;
  const jobs = new Set<Job>();
  const flights = new Map<string, Promise<unknown>>();
  // By hash: the same bytes under another name are as bad.
  const bad = new LRUCache<string, ImageError>({ max: 1000 });
  let closed = false;

  /** Does `work` on a copy of the object's bytes when it is its turn. */
  async function withSource<Result>(
    info: ObjectInfo,
    from: string | undefined,
    work: (source: string, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const known = bad.get(info.md5Hash ?? "");
    if (known !== undefined) throw known;
    if (!isPicture(info)) throw unfitPicture(new Error(`Its type is ${info.contentType}.`));
    if (closed) throw busyWithPictures();
    const ends = new AbortController();
    const source = join(workFolder, randomUUID());
    const run = async () => {
      try {
        await copySource(backend, info, source, ends.signal);
        return await work(source, ends.signal);
      } finally {
        await rm(source, { force: true });
      }
    };
    const result = queue.add(from, run, ends.signal);
    const { name, generation } = info;
    const job: Job = { name, generation, ends, settled: Promise.allSettled([result]) };
    jobs.add(job);
    try {
      return await result;
    } catch (error) {
      throw toKnownError(error, info, ends.signal);
    } finally {
      jobs.delete(job);
    }
  }

  function toKnownError(error: unknown, info: ObjectInfo, signal: AbortSignal): unknown {
    if (signal.aborted) return closed ? busyWithPictures() : new SourceGoneError();
    if (error instanceof SourceGoneError) return error;
    if (!(error instanceof ImageError)) {
      log.error({ err: error, object: info.name }, "a picture could not be prepared");
      return busyWithPictures(error);
    }
    if (error.lasting) {
      bad.set(info.md5Hash ?? "", error, { ttl: error.status === 503 ? slowMs : badMs });
    }
    if (error.lasting || error.cause !== undefined) {
      log.info({ err: error, object: info.name }, "a picture could not be prepared");
    }
    return error;
  }

  async function make(info: ObjectInfo, key: Variant, from: string): Promise<void> {
    await withSource(info, from, async (source, signal) => {
      const target = join(workFolder, randomUUID());
      try {
        const { width, format } = key;
        await processes.run({ kind: "variant", source, target, width, format }, signal);
        await mustBeThere(info);
        await cache.add(key, target);
        // Where nobody tells of a change, this is how the older ones go.
        await cache.remove(info.name, info.generation);
      } finally {
        await rm(target, { force: true });
      }
    });
  }

  async function mustBeThere({ name, generation }: ObjectInfo): Promise<void> {
    if ((await backend.getObject(name))?.generation !== generation) throw new SourceGoneError();
  }

  /** What was made is there, whether others could be removed for it or not. */
  async function unpin(key: Variant): Promise<void> {
    try {
      await cache.unpin(key);
    } catch (error) {
      log.error({ err: error }, "prepared pictures could not be removed to make room");
    }
  }

  /** One making for all who ask for the same meanwhile. */
  function shared(id: string, begin: () => Promise<unknown>): Promise<unknown> {
    let flight = flights.get(id);
    if (flight === undefined) {
      flight = begin().finally(() => flights.delete(id));
      flights.set(id, flight);
    }
    return flight;
  }

  return {
    async open(info, { width, format }, from) {
      const { name, generation } = info;
      const key = { name, generation, width, format };
      cache.pin(key);
      try {
        const found = await cache.open(key);
        if (found !== undefined) return found;
        const id = [generation, width, format, name].join(" ");
        await shared(id, () => make(info, key, from));
        return await cache.open(key);
      } catch (error) {
        if (error instanceof SourceGoneError) return undefined;
        throw error;
      } finally {
        await unpin(key);
      }
    },
    async measure(info) {
      try {
        return await withSource(info, undefined, async (source, signal) => {
          const measured = await processes.run({ kind: "measure", source }, signal);
          return measured ?? undefined;
        });
      } catch (error) {
        if (error instanceof SourceGoneError) return undefined;
        throw error;
      }
    },
    async forget(name, butGeneration) {
      const stale = [...jobs].filter(
        (job) => job.name === name && job.generation !== butGeneration,
      );
      for (const { ends } of stale) ends.abort();
      await Promise.all(stale.map(({ settled }) => settled));
      await cache.remove(name, butGeneration);
    },
    async close() {
      closed = true;
      const running = [...jobs];
      for (const { ends } of running) ends.abort();
      await Promise.all(running.map(({ settled }) => settled));
    },
  };
}
