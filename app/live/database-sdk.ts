/** What the site uses of Firebase's realtime database: only what is named here is in the browser's file. */
import { forceWebSockets, get, getDatabase, onValue, ref, set, update } from "firebase/database";

export const databaseSdk = { forceWebSockets, get, getDatabase, onValue, ref, set, update };
