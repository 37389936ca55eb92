/**
 * What the worker does with a request. It knows what it takes and leaves all else to the browser: the backend's
 * protocols, accounts, shares, tickets, other sites, and whatever comes later are not among it.
 */
import { canonicalPath } from "#lib/canonical-path.ts";
import { pageOfData } from "#lib/page-address.ts";

export type RequestFacts = {
  method: string;
  url: string;
  /** True when a tab asks for a document. */
  navigates: boolean;
  headers: { has: (name: string) => boolean };
};

export type RequestKind = {
  /**
   * `asset`: its name changes when it does, so what is kept is right for ever. `picture`: the same, and there may be many.
   * `file`, `page` and `data` (of a page, for React Router) change under their name: the network is asked first.
   */
  kind: "asset" | "picture" | "file" | "page" | "data";
  /** Path under which the answer is kept. A query changes no answer here. */
  key: string;
};

// Its query opens an account.
const neverKept = "/forgot-password";

/** Undefined: not the worker's. */
export function requestKind(request: RequestFacts, origin: string): RequestKind | undefined {
  const { headers, method, navigates } = request;
  const url = new URL(request.url);
  if (method !== "GET" || url.origin !== origin) return undefined;
  if (headers.has("Range") || headers.has("Authorization")) return undefined;
  // Not opened yet, only pointed at (app/shell/prefetch.ts).
  if (headers.has("Purpose")) return undefined;
  const path = url.pathname;
  if (path.startsWith("/assets/")) return { kind: "asset", key: path };
  if (path.startsWith("/img/")) return { kind: "picture", key: path };
  // With a query it might be the database's.
  const isSearch = path === "/search.json" && url.search === "";
  if (isSearch || path.startsWith("/sample/")) return { kind: "file", key: path };
  const ofData = pageOfData(path);
  if (ofData !== undefined) return isPage(ofData) ? { kind: "data", key: path } : undefined;
  return navigates && isPage(path) ? { kind: "page", key: path } : undefined;
}

/** Where React Router asks for the data of the page at `path`. */
export function dataPath(path: string): string {
  return path === "/" ? "/_.data" : `${path}.data`;
}

/** The page itself, or the one whose data it is; undefined for all else. */
export function pageOf({ kind, key }: RequestKind): string | undefined {
  return kind === "data" ? pageOfData(key) : kind === "page" ? key : undefined;
}

function isPage(path: string): boolean {
  // Public boards are switched off at once, and links are revoked, so nothing of them is kept.
  const isKept = path !== neverKept && !/^\/(?:TaskManager|FileStorageApp)\//.test(path);
  return isKept && canonicalPath(path) === path;
}
