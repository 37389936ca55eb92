/** Who edits the same draft just now, and that somebody has saved it: `editing/{draft}/{uid}` of the Realtime Database. */
import type { DatabaseReference } from "firebase/database";
import { openDatabase } from "../firebase.ts";
import type { DraftRoomParts, Editor } from "./draft-room-parts.ts";
import { type DraftPlace, keyOf } from "./stored-draft.ts";

type Sdk = Awaited<ReturnType<typeof openDatabase>>["sdk"];
type Told = { name: string; rev: number; at: number };

export type Editing = Pick<DraftRoomParts, "onEditing" | "tellOthers">;

/** An id may have a dot, a key of the database not; no id has a colon. */
function editingPath(place: DraftPlace): string {
  return `editing/${keyOf(place).replaceAll(".", ":")}`;
}

export function createEditing(
  place: DraftPlace,
  user: Editor,
  log: (what: string, error: unknown) => void,
): Editing {
  let rev = 0;
  let tell: ((rev: number) => void) | undefined;

  return {
    tellOthers(next) {
      rev = next;
      tell?.(next);
    },
    onEditing(hear) {
      const life = new AbortController();
      const failed = (error: unknown) => {
        if (!life.signal.aborted) log("Who else edits this is not known", error);
      };
      const begin = async () => {
        const { database, sdk } = await openDatabase();
        if (life.signal.aborted) return;
        const own = sdk.ref(database, `${editingPath(place)}/${user.uid}`);
        tell = (next) => {
          const value = {
            name: user.name.slice(0, 80) || "Somebody",
            rev: next,
            at: sdk.serverTimestamp(),
          };
          sdk.set(own, value).catch(failed);
        };
        const ends = [
          // The server takes the mark away with the connection that made it, so each new one makes it anew.
          sdk.onValue(sdk.ref(database, ".info/connected"), (snapshot) => {
            if (snapshot.val() !== true) return;
            sdk.onDisconnect(own).remove().catch(failed);
            tell?.(rev);
          }),
          followOthers(sdk, own, {
            ...hear,
            // Another tab of this account has the same mark: one may have taken it away, or have saved.
            own(mine) {
              if (mine === undefined) tell?.(rev);
              else if (mine.rev !== rev) {
                ({ rev } = mine);
                hear.changed();
              }
            },
            failed,
          }),
        ];
        life.signal.addEventListener("abort", () => {
          for (const end of ends) end();
          tell = undefined;
          sdk.onDisconnect(own).cancel().catch(failed);
          sdk.remove(own).catch(failed);
        });
      };
      begin().catch(failed);
      return () => life.abort();
    },
  };
}

/** Tells the others that somebody saved who does not edit any more. What they do not hear they see when they look again. */
export async function announce(place: DraftPlace, { uid, name }: Editor): Promise<void> {
  try {
    const { database, sdk } = await openDatabase();
    const own = sdk.ref(database, `${editingPath(place)}/${uid}`);
    await sdk.set(own, {
      name: name.slice(0, 80) || "Somebody",
      rev: 0,
      at: sdk.serverTimestamp(),
    });
    await sdk.remove(own);
  } catch {
    // Nothing hangs on it.
  }
}

function followOthers(
  sdk: Sdk,
  own: DatabaseReference,
  hear: Parameters<DraftRoomParts["onEditing"]>[0] & {
    own: (mine: Told | undefined) => void;
    failed: (error: unknown) => void;
  },
): () => void {
  let before = "";
  let isFirst = true;
  const told = (value: unknown) => {
    const all = (value ?? {}) as Record<string, Told>;
    const there = Object.entries(all).filter(([uid]) => uid !== own.key);
    hear.others(there.map(([uid, { name }]) => ({ uid, name })));
    if (!isFirst && own.key !== null) hear.own(all[own.key]);
    isFirst = false;
    const saves = there.map(([uid, { rev, at }]) => `${uid} ${rev} ${at}`).join();
    if (saves !== before && saves !== "") hear.changed();
    before = saves;
  };
  if (own.parent === null) return () => undefined;
  return sdk.onValue(own.parent, (snapshot) => told(snapshot.val()), hear.failed);
}
