/** What the Realtime Database has of who is signed in, as it changes. */
import type { DataSnapshot, Query } from "firebase/database";
import { openDatabase, signedInUser } from "./firebase.ts";
import { waitOrOnline } from "./wait-or-online.ts";

type Opened = Awaited<ReturnType<typeof openDatabase>>;
type Snapshots = (snapshot: DataSnapshot) => void;
export type Children = [key: string, value: unknown][];

/**
 * Why nothing is told just now: it begins again by itself, also after this was called. Only who may not read there with a
 * fresh token either is told nothing any more: the `code` of that is `PERMISSION_DENIED`.
 */
export type Failed = (error: unknown) => void;

const firstWaitMs = 1000;
const longestWaitMs = 60_000;
const deniedCode = "PERMISSION_DENIED";

/** `told` has null where there is nothing. Returns a function that ends it. */
export function followValue(
  path: string,
  told: (value: unknown) => void,
  failed: Failed,
): () => void {
  const place = ({ database, sdk }: Opened) => sdk.ref(database, path);
  return followQuery(place, (snapshot) => told(snapshot.val()), failed);
}

/** The last ones by key, the last one first, each time that there is another. Returns a function that ends it. */
export function followLastChildren(
  path: string,
  limit: number,
  told: (children: Children) => void,
  failed: Failed,
): () => void {
  const last = (opened: Opened) => lastOf(opened, path, { limit });
  return followQuery(last, (snapshot) => told(childrenOf(snapshot)), failed);
}

/** Returns a function that ends it. */
export function followQuery(
  asked: (opened: Opened) => Query,
  told: Snapshots,
  failed: Failed,
): () => void {
  const life = new AbortController();
  void keepFollowing(asked, told, failed, life.signal);
  return () => life.abort();
}

/** A line that was lost, or a token that ended on it, ends a listening by mistake. */
async function keepFollowing(
  asked: (opened: Opened) => Query,
  told: Snapshots,
  failed: Failed,
  life: AbortSignal,
): Promise<void> {
  let isRenewed = false;
  let isSaid = false;
  let times = 0;
  const hear: Snapshots = (snapshot) => {
    [isRenewed, isSaid] = [false, false];
    // Not 0: what is told and denied in turns would renew tokens without a pause.
    times = Math.min(times, 1);
    told(snapshot);
  };
  for (; ; times += 1) {
    // One after the other is the point.
    // oxlint-disable no-await-in-loop
    const error = await listen(asked, hear, life);
    if (life.aborted) return;
    const isDenied = error instanceof Error && "code" in error && error.code === deniedCode;
    const isFinal = isDenied && isRenewed;
    if (isFinal || (!isDenied && !isSaid)) failed(error);
    if (isFinal) return;
    isSaid ||= !isDenied;
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** times);
    if (times > 0 || !isDenied) await waitOrOnline(waitMs, life);
    isRenewed = isDenied && (await renewToken());
    // oxlint-enable no-await-in-loop
  }
}

/** Resolves with why it ended, or when `life` does. */
async function listen(
  asked: (opened: Opened) => Query,
  hear: Snapshots,
  life: AbortSignal,
): Promise<unknown> {
  try {
    const opened = await openDatabase();
    if (life.aborted) return undefined;
    return await new Promise<unknown>((resolve) => {
      const end = opened.sdk.onValue(asked(opened), hear, done);
      life.addEventListener("abort", done);
      if (life.aborted) done();
      function done(error?: unknown): void {
        life.removeEventListener("abort", done);
        end();
        resolve(error);
      }
    });
  } catch (error) {
    return error;
  }
}

/** False: without a connection it is as it was. */
async function renewToken(): Promise<boolean> {
  try {
    await (await signedInUser())?.getIdToken(true);
    return true;
  } catch {
    return false;
  }
}

/** Children by key, the last one first: of those before `before` the last `limit` ones. @throws as openDatabase */
export async function lastChildren(
  path: string,
  asked: { before?: string | undefined; limit: number },
): Promise<Children> {
  const opened = await openDatabase();
  return childrenOf(await opened.sdk.get(lastOf(opened, path, asked)));
}

function lastOf(
  { database, sdk }: Opened,
  path: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Query {
  const bounds = before === undefined ? [] : [sdk.endBefore(before)];
  return sdk.query(sdk.ref(database, path), sdk.orderByKey(), ...bounds, sdk.limitToLast(limit));
}

function childrenOf(found: DataSnapshot): Children {
  const children: Children = [];
  found.forEach((child) => {
    children.push([child.key, child.val()]);
  });
  return children.toReversed();
}
