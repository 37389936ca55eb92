/** What the site uses of Firestore's light client: only what is named here is in the browser's file. */
import { doc, getDoc, initializeFirestore } from "firebase/firestore/lite";

export const documentsSdk = { doc, getDoc, initializeFirestore };
