/** What the Realtime Database has of who is signed in, as it changes. */
import type { DataSnapshot, Query } from "firebase/database";
import { openDatabase } from "./firebase.ts";

type Opened = Awaited<ReturnType<typeof openDatabase>>;
type Failed = (error: unknown) => void;
export type Children = [key: string, value: unknown][];

/** `told` has null where there is nothing. Returns a function that ends it. */
export function followValue(
  path: string,
  told: (value: unknown) => void,
  failed: Failed,
): () => void {
  const place = ({ database, sdk }: Opened) => sdk.ref(database, path);
  return follow(place, (snapshot) => told(snapshot.val()), failed);
}

/** The last ones by key, the last one first, each time that there is another. Returns a function that ends it. */
export function followLastChildren(
  path: string,
  limit: number,
  told: (children: Children) => void,
  failed: Failed,
): () => void {
  const last = (opened: Opened) => lastOf(opened, path, { limit });
  return follow(last, (snapshot) => told(childrenOf(snapshot)), failed);
}

function follow(
  asked: (opened: Opened) => Query,
  told: (snapshot: DataSnapshot) => void,
  failed: Failed,
): () => void {
  const life = new AbortController();
  const begin = async () => {
    const opened = await openDatabase();
    if (life.signal.aborted) return;
    const end = opened.sdk.onValue(asked(opened), told, failed);
    life.signal.addEventListener("abort", end);
  };
  begin().catch((error: unknown) => life.signal.aborted || failed(error));
  return () => life.abort();
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
