/** What the site uses of Firestore's light client: only what is named here is in the browser's file. */
import {
  collection,
  doc,
  getDoc,
  getDocs,
  initializeFirestore,
  limit,
  orderBy,
  query,
  startAfter,
} from "firebase/firestore/lite";

export const documentsSdk = {
  collection,
  doc,
  getDoc,
  getDocs,
  initializeFirestore,
  limit,
  orderBy,
  query,
  startAfter,
};
