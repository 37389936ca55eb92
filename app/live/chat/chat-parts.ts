/** What stores of chat need of a browser; tests have their own. */
import { followQuery, followValue } from "../own-values.ts";
import { openDatabase } from "../firebase.ts";
import { messageKey } from "#lib/chat/message.ts";
import { type WindowSource, numbered } from "./message-window.ts";

/** A history at a path of the database. */
function historyAt(path: string): WindowSource {
  return {
    follow: ({ from, to, most }, told, failed) =>
      followQuery(
        ({ database, sdk }) => {
          const bounds = to === undefined ? [] : [sdk.endBefore(messageKey(to + 1))];
          const begin = sdk.startAt(messageKey(from));
          const place = sdk.ref(database, path);
          return sdk.query(place, sdk.orderByKey(), begin, ...bounds, sdk.limitToLast(most));
        },
        (snapshot) => {
          const children: [string, unknown][] = [];
          snapshot.forEach((child) => {
            children.push([child.key, child.val()]);
          });
          told(numbered(children));
        },
        failed,
      ),
  };
}

/** Written by the rules, as who is signed in; a browser without a connection does it once it has one. */
export async function writeValues(values: Record<string, unknown>): Promise<void> {
  const { database, sdk } = await openDatabase();
  await sdk.update(sdk.ref(database), values);
}

export const chatParts = { follow: followValue, historyAt, write: writeValues };
