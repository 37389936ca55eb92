/** What the site uses of Firebase's file storage: only what is named here is in the browser's file. */
import { connectStorageEmulator, getStorage, ref, uploadBytes } from "firebase/storage";

export const filesSdk = { connectStorageEmulator, getStorage, ref, uploadBytes };
