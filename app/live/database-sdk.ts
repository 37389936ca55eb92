/** What the site uses of Firebase's realtime database: only what is named here is in the browser's file. */
import {
  endBefore,
  forceWebSockets,
  get,
  getDatabase,
  limitToLast,
  onDisconnect,
  onValue,
  orderByKey,
  query,
  ref,
  remove,
  serverTimestamp,
  set,
  update,
} from "firebase/database";

export const databaseSdk = {
  endBefore,
  forceWebSockets,
  get,
  getDatabase,
  limitToLast,
  onDisconnect,
  onValue,
  orderByKey,
  query,
  ref,
  remove,
  serverTimestamp,
  set,
  update,
};
