/** What the Realtime Database has of who is signed in, as it changes. */
import { openDatabase } from "./firebase.ts";

/** `told` has null where there is nothing. Returns a function that ends it. */
export function followValue(
  path: string,
  told: (value: unknown) => void,
  failed: (error: unknown) => void,
): () => void {
  const life = new AbortController();
  const begin = async () => {
    const { database, sdk } = await openDatabase();
    if (life.signal.aborted) return;
    const end = sdk.onValue(sdk.ref(database, path), (snapshot) => told(snapshot.val()), failed);
    life.signal.addEventListener("abort", end);
  };
  begin().catch((error: unknown) => life.signal.aborted || failed(error));
  return () => life.abort();
}

/** Children by key, the last one first: of those before `before` the last `limit` ones. @throws as openDatabase */
export async function lastChildren(
  path: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<[key: string, value: unknown][]> {
  const { database, sdk } = await openDatabase();
  const bounds = before === undefined ? [] : [sdk.endBefore(before)];
  const found = await sdk.get(
    sdk.query(sdk.ref(database, path), sdk.orderByKey(), ...bounds, sdk.limitToLast(limit)),
  );
  const children: [string, unknown][] = [];
  found.forEach((child) => {
    children.push([child.key, child.val()]);
  });
  return children.toReversed();
}
