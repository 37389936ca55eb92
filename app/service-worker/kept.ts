/**
 * What the worker keeps, in the browser's caches. A disk that is full and a window that keeps nothing make a cache fail:
 * then nothing is found and nothing is kept, and the request goes on as if there were no worker.
 */
import { pages } from "#lib/pages.ts";
import { dataPath, pageOf } from "./request-kind.ts";
import type { RequestKind } from "./request-kind.ts";

declare const __FOYER_BUILD__: string;
declare const __FOYER_FILES__: string[];

const prefix = "foyer-";
export const assetCache = `${prefix}assets-${__FOYER_BUILD__}`;

/** How many answers each cache holds; those that were kept longest ago go first. Assets are as many as the build has. */
const limits = { page: 60, data: 60, picture: 60, file: 60 };

function cacheName(kind: RequestKind["kind"]): string {
  return kind === "asset" ? assetCache : prefix + kind;
}

export async function findKept({ kind, key }: RequestKind): Promise<Response | undefined> {
  try {
    // A tab that was opened before a deploy asks for its own build's files.
    if (kind === "asset") return await caches.match(key, { ignoreVary: true });
    const cache = await caches.open(cacheName(kind));
    return await cache.match(key, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/** Also moves what is kept already to the end of the row. */
export async function keep({ kind, key }: RequestKind, response: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName(kind));
    await cache.put(key, response);
    if (kind === "asset") return;
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -limits[kind]).map((oldest) => cache.delete(oldest)));
  } catch {
    // See above.
  }
}

/** A page goes with its data. */
export async function forget(kind: RequestKind): Promise<void> {
  const page = pageOf(kind);
  const all: RequestKind[] =
    page === undefined
      ? [kind]
      : [
          { kind: "page", key: page },
          { kind: "data", key: dataPath(page) },
        ];
  try {
    for (const each of all) {
      // oxlint-disable-next-line no-await-in-loop
      await (await caches.open(cacheName(each.kind))).delete(each.key, { ignoreVary: true });
    }
  } catch {
    // See above.
  }
}

/** Only what everybody may have, whole and from where it was asked for. */
export function mayKeep(kind: RequestKind, response: Response): boolean {
  if (response.status !== 200 || response.redirected || response.type !== "basic") return false;
  const cacheControl = response.headers.get("Cache-Control") ?? "";
  if (cacheControl.includes("public")) return true;
  return madeAnew.has(pageOf(kind) ?? "");
}

// These documents are made anew for each visitor, but without anything of theirs: the server knows no visitor.
const madeAnew = new Set(
  pages
    .filter(({ path, access }) => access !== "visitor" || path === "/contact")
    .map(({ path }) => path),
);

/** Titles and paths of the pages that can be read without a connection. */
export async function keptPages(): Promise<{ path: string; title: string }[]> {
  try {
    const cache = await caches.open(cacheName("page"));
    const keys = await cache.keys();
    return await Promise.all(
      keys.map(async (key) => {
        const html = await (await cache.match(key, { ignoreVary: true }))?.text();
        const path = new URL(key.url).pathname;
        return { path, title: /<title>([^<]*)<\/title>/.exec(html ?? "")?.[1] ?? path };
      }),
    );
  } catch {
    return [];
  }
}

/**
 * Removes the files of other builds that are not this one's, too. While tabs are open those of the last one stay, for what such a tab has not loaded
 * yet; the next deploy or the next start without a tab removes them.
 */
export async function forgetOldBuilds(hasTabs: boolean): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(`${prefix}assets-`) && name !== assetCache,
  );
  for (const name of others) {
    // oxlint-disable-next-line no-await-in-loop
    await takeOver(name);
  }
  const gone = hasTabs ? others.slice(0, -1) : others;
  await Promise.all(gone.map((name) => caches.delete(name)));
}

/** Most files of a build are those of the one before, and what was loaded of them is not loaded again. */
async function takeOver(name: string): Promise<void> {
  try {
    const [own, other] = await Promise.all([caches.open(assetCache), caches.open(name)]);
    for (const key of await other.keys()) {
      const isOurs = __FOYER_FILES__.includes(new URL(key.url).pathname.replace("/assets/", ""));
      // oxlint-disable-next-line no-await-in-loop
      const file = isOurs ? await other.match(key) : undefined;
      // oxlint-disable-next-line no-await-in-loop
      if (file !== undefined) await own.put(key, file);
    }
  } catch {
    // See above.
  }
}
