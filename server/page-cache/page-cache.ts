/**
 * Finished public pages, and files that are made of the same content, ready to be written to a socket.
 * A page is kept only if what it was made from is still current when it is ready, so a commit during a render never
 * leaves an old page behind. Every page ends at the next UTC midnight, because some show how old things are.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { encode } from "./encode.ts";
import type { Encoding } from "./encode.ts";

type FinishedPage = {
  contentType: string;
  /** Undefined for the data of a page, which no browser runs. */
  policy: string | undefined;
  /** `Content-Disposition`, where it has one. */
  disposition?: string;
  /** Others that it alone has. */
  headers?: readonly (readonly [name: string, value: string])[];
  etag: string;
  /** Pictures and the like have no compressed ones: they are compressed already. */
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
};

export type RenderedPage = Pick<
  FinishedPage,
  "contentType" | "policy" | "disposition" | "headers"
> & {
  body: Buffer;
};

/** Taken before anything is read for a page: its content can be no newer than this. */
type RenderStart = { version: number; at: number };

export type PageCache = {
  begin(): RenderStart;
  get(key: string): FinishedPage | undefined;
  /** Stores what `rendered` became, unless the content moved on since the render began. */
  put(key: string, begun: RenderStart, rendered: RenderedPage): Promise<FinishedPage>;
  /** The same without storing it. */
  finish(rendered: RenderedPage): Promise<FinishedPage>;
  /** Shares one render among all who wait for the same page. */
  once<Result>(key: string, render: () => Promise<Result>): Promise<Result>;
  readonly size: number;
};

const usualQuality = 9;
const dayMs = 86_400_000;

export function createPageCache(options: {
  currentVersion: () => number;
  now: () => number;
  maxBytes: number;
  /** Of what is stored, as `encode` has it; 9 unless said. */
  quality?: number;
}): PageCache {
  const { currentVersion, now, maxBytes, quality = usualQuality } = options;
  const pages = new LRUCache<string, FinishedPage & { version: number; expires: number }>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) =>
      page.bodies.identity.length +
      (page.bodies.br?.length ?? 0) +
      (page.bodies.gzip?.length ?? 0) +
      key.length +
      1000,
  });
  const underway = new Map<string, Promise<unknown>>();
  const finish = (rendered: RenderedPage) => finishAt(quality, rendered);

  return {
    begin: () => ({ version: currentVersion(), at: now() }),
    get(key) {
      const page = pages.get(key);
      if (page === undefined) return undefined;
      const leftMs = page.expires - now();
      // One that has more than a day was made by a clock that was ahead.
      if (page.version === currentVersion() && leftMs > 0 && leftMs <= dayMs) return page;
      pages.delete(key);
      return undefined;
    },
    async put(key, begun, rendered) {
      const page = await finish(rendered);
      if (begun.version === currentVersion()) {
        pages.set(key, { ...page, version: begun.version, expires: nextMidnight(begun.at) });
      }
      return page;
    },
    finish,
    async once(key, render) {
      const versioned = `${currentVersion()} ${key}`;
      const existing = underway.get(versioned);
      if (existing !== undefined) return existing as ReturnType<typeof render>;
      const promise = render().finally(() => underway.delete(versioned));
      underway.set(versioned, promise);
      return promise;
    },
    get size() {
      return pages.size;
    },
  };
}

async function finishAt(quality: number, { body, ...facts }: RenderedPage): Promise<FinishedPage> {
  const etag = etagOf(body);
  if (!/^text\/|json|javascript|xml/.test(facts.contentType)) {
    return { ...facts, etag, bodies: { identity: body } };
  }
  const [br, gzip] = await Promise.all([
    encode(body, "br", quality),
    encode(body, "gzip", quality),
  ]);
  return { ...facts, etag, bodies: { identity: body, br, gzip } };
}

// Weak, because the same tag names every encoding of the page.
export function etagOf(body: Buffer): string {
  return `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

function nextMidnight(ms: number): number {
  return (Math.floor(ms / dayMs) + 1) * dayMs;
}
