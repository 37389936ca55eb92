/** The notifications of who is signed in, as they change in any browser. docs/notifications.md */
import type { QueryConstraint } from "firebase/database";
import { openDatabase } from "#app/live/firebase.ts";
import { followQuery } from "#app/live/own-values.ts";
import { byTime, readNotification } from "./read-notification.ts";
import type { OwnNotification } from "./read-notification.ts";

type Sdk = Awaited<ReturnType<typeof openDatabase>>["sdk"];

/** Of more than these it is only said that there are more. */
export const mostCounted = 100;

const placeOf = (uid: string) => `notifications/${uid}`;

export type Follow = (
  told: (notifications: OwnNotification[]) => void,
  failed: (error: unknown) => void,
) => () => void;

export function followUnread(uid: string): Follow {
  return follow(uid, (sdk) => [
    sdk.orderByChild("read"),
    sdk.equalTo(false),
    sdk.limitToLast(mostCounted),
  ]);
}

export function followNewest(uid: string, most: number): Follow {
  return follow(uid, (sdk) => [sdk.orderByChild("at"), sdk.limitToLast(most)]);
}

function follow(uid: string, constraintsOf: (sdk: Sdk) => QueryConstraint[]): Follow {
  return (told, failed) =>
    followQuery(
      ({ database, sdk }) => sdk.query(sdk.ref(database, placeOf(uid)), ...constraintsOf(sdk)),
      (snapshot) => {
        const found: OwnNotification[] = [];
        snapshot.forEach((child) => {
          const notification = readNotification(child.key, child.val());
          if (notification) found.push(notification);
        });
        told(found.toSorted(byTime));
      },
      failed,
    );
}

/** Shown at once; without a connection it is sent when there is one, as long as the tab stays. @throws as openDatabase */
export async function setRead(uid: string, ids: readonly string[], isRead: boolean): Promise<void> {
  const { database, sdk } = await openDatabase();
  const at = (id: string) => sdk.set(sdk.ref(database, `${placeOf(uid)}/${id}/read`), isRead);
  await Promise.all(ids.map((id) => unlessGone(at(id))));
}

/** @throws as openDatabase */
export async function deleteForGood(uid: string, ids: readonly string[]): Promise<void> {
  const { database, sdk } = await openDatabase();
  await Promise.all(
    ids.map((id) => unlessGone(sdk.remove(sdk.ref(database, `${placeOf(uid)}/${id}`)))),
  );
}

/** Ids of all, also of those that are not counted. @throws as openDatabase; Error without a connection */
export async function allUnread(uid: string): Promise<string[]> {
  const { database, sdk } = await openDatabase();
  const found = await sdk.get(
    sdk.query(sdk.ref(database, placeOf(uid)), sdk.orderByChild("read"), sdk.equalTo(false)),
  );
  const ids: string[] = [];
  found.forEach(({ key }) => void ids.push(key));
  return ids;
}

/** The rules refuse a change of what another browser, or the server, has deleted. */
async function unlessGone(written: Promise<void>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (!(error instanceof Error && /permission[_ ]denied/i.test(error.message))) throw error;
  }
}
