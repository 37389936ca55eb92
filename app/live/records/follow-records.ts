/** Records of the Realtime Database as they change, by Firebase's SDK, which is never asked to write any. */
import type { DataSnapshot } from "firebase/database";
import { openDatabase } from "../firebase.ts";
import type { Follow, Hear } from "./records-parts.ts";
import type { RecordsConfig } from "./records.ts";

type Failed = (error: unknown) => void;
type Opened = Awaited<ReturnType<typeof openDatabase>>;

export function followRecords(uid: string, config: RecordsConfig): Follow {
  return (since, hear) => {
    const life = new AbortController();
    const failed = (error: unknown) => {
      if (!life.signal.aborted) hear.failed(error);
    };
    const begin = async () => {
      const opened = await openDatabase();
      if (life.signal.aborted) return;
      const ends = [
        ...followHead(opened, config.root(uid), hear, failed),
        ...config.kinds.flatMap((kind) => {
          const from = config.delta.includes(kind) ? since : undefined;
          return followKind(opened, `${config.root(uid)}/${kind}`, kind, from, hear, failed);
        }),
      ];
      life.signal.addEventListener("abort", () => {
        for (const end of ends) end();
      });
    };
    begin().catch(failed);
    return () => life.abort();
  };
}

function followHead(
  { database, sdk }: Opened,
  root: string,
  hear: Hear,
  failed: Failed,
): (() => void)[] {
  const offset = sdk.ref(database, ".info/serverTimeOffset");
  const swept = sdk.ref(database, `${root}/meta/swept`);
  return [
    sdk.onValue(offset, (snapshot) => hear.offset(numberOf(snapshot))),
    sdk.onValue(swept, (snapshot) => hear.swept(numberOf(snapshot)), failed),
  ];
}

/** @param since undefined: all of it */
function followKind(
  { database, sdk }: Opened,
  path: string,
  kind: string,
  since: number | undefined,
  hear: Hear,
  failed: Failed,
): (() => void)[] {
  const place = sdk.ref(database, path);
  const query =
    since === undefined ? place : sdk.query(place, sdk.orderByChild("at"), sdk.startAt(since));
  const told = ({ key }: DataSnapshot, value: unknown) => {
    if (key !== null) hear.item(kind, key, value);
  };
  const ends = [
    sdk.onChildAdded(query, (child) => told(child, child.val()), failed),
    sdk.onChildChanged(query, (child) => told(child, child.val())),
    sdk.onChildRemoved(query, (child) => told(child, null)),
  ];
  // Comes after all that is there.
  const whole = (snapshot: DataSnapshot) => {
    const ids = new Set<string>();
    if (since === undefined) {
      snapshot.forEach(({ key }) => void ids.add(key));
      hear.whole(kind, ids);
    }
    hear.current(kind);
  };
  return [...ends, sdk.onValue(query, whole, { onlyOnce: true })];
}

function numberOf(snapshot: DataSnapshot): number {
  const value: unknown = snapshot.val();
  return typeof value === "number" ? value : 0;
}
