/**
 * Small pictures of stored ones: made in the process for pictures when somebody first asks, and kept beside the object,
 * where whoever removes the object removes them, too.
 */
import { LRUCache } from "lru-cache";
import { type DriveVersion, thumbNameOf } from "#lib/drive/node.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { ImageError } from "../images/errors.ts";
import type { Access } from "./access.ts";
import { bytesUpTo, openVersion, versionOf } from "./byte-sources.ts";

const thumbSide = 320;
/** It is in memory while a small one is made of it. */
const mostSourceBytes = 48 * 1024 * 1024;
const atOnce = 2;
const mostWaiting = 200;
/** Of one account, so that nobody's slow pictures are all that is made. Browsers ask for four at once. */
const mostOfOne = 40;
const makingMs = 60_000;
const mostUnfit = 10_000;

/** As server/images has it: WebP, at most `side` pixels on each side. */
export type Shrink = (
  bytes: Uint8Array,
  options: { side: number; from: string; signal: AbortSignal },
) => Promise<Uint8Array<ArrayBuffer>>;

export type DriveThumbs = {
  /**
   * WebP. `no-file`: none for this account; `no-thumb`: it is no picture; `busy`: too many are being made.
   * @throws BackendError
   */
  read(
    caller: { uid: string },
    file: { owner: string; id: string; object?: string | undefined },
    signal: AbortSignal,
  ): Promise<
    ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | "no-file" | "no-thumb" | "busy"
  >;
};

export function createDriveThumbs(deps: {
  backend: Pick<ServerBackend, "openObject" | "putObject" | "getObject" | "deleteObject">;
  access: Pick<Access, "of">;
  shrink: Shrink;
}): DriveThumbs {
  const { backend, access, shrink } = deps;
  const making = new Map<string, Promise<Uint8Array<ArrayBuffer> | "no-thumb" | "busy">>();
  /** Nobody decodes them twice: an object is never another picture. */
  const unfit = new LRUCache<string, true>({ maxSize: mostUnfit, sizeCalculation: () => 1 });
  const waiting: (() => void)[] = [];
  /** Who asked for those that are made or wait. */
  const askers: string[] = [];
  let running = 0;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  async function kept(name: string, signal: AbortSignal) {
    const answer = await backend.openObject(name, { signal });
    if (answer.ok && answer.body !== null) return answer.body;
    await answer.body?.cancel();
    if (answer.ok || answer.status === 404) return undefined;
    throw new BackendError("UNAVAILABLE", `A small picture was answered with ${answer.status}.`);
  }

  async function make(owner: string, { object, size }: DriveVersion) {
    const signal = AbortSignal.timeout(makingMs);
    const answer = await openVersion(backend, owner, object, { signal });
    if (answer === undefined) return "no-thumb";
    const bytes = await bytesUpTo(answer.body, size);
    if (bytes === undefined) return "no-thumb";
    const small = await shrink(bytes, { side: thumbSide, from: `drive ${owner}`, signal });
    const name = thumbNameOf(owner, object);
    await backend.putObject(name, small, { contentType: "image/webp" });
    // It may have been deleted meanwhile, and whoever did that found no small one yet.
    if ((await backend.getObject(`users/${owner}/files/${object}`)) === null) {
      await backend.deleteObject(name);
    }
    return small;
  }

  async function makeOnce(uid: string, owner: string, version: DriveVersion) {
    const key = `${owner}/${version.object}`;
    if (unfit.has(key)) return "no-thumb";
    const begun = making.get(key);
    if (begun) return begun;
    if (waiting.length >= mostWaiting) return "busy";
    if (askers.filter((one) => one === uid).length >= mostOfOne) return "busy";
    askers.push(uid);
    const made = inTurn(() => make(owner, version)).catch((error: unknown) => {
      if (!(error instanceof ImageError)) throw error;
      if (error.status === 503) return "busy" as const;
      unfit.set(key, true);
      return "no-thumb" as const;
    });
    making.set(key, made);
    try {
      return await made;
    } finally {
      making.delete(key);
      askers.splice(askers.indexOf(uid), 1);
    }
  }

  return {
    async read(caller, { owner, id, object }, signal) {
      const found = await access.of(caller, owner, id);
      const version = versionOf(found?.chain[0], object);
      if (version === undefined) return "no-file";
      const isPicture = /^image\/(?!svg)/.test(version.type) && version.size <= mostSourceBytes;
      if (!isPicture || version.size === 0) return "no-thumb";
      const there = await kept(thumbNameOf(owner, version.object), signal);
      return there ?? makeOnce(caller.uid, owner, version);
    },
  };
}
