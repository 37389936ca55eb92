/** The security rules and the indexes of the site: the same files that `firebase deploy` sends to Firebase. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

type FirebaseFile = { file: string; text: string };

export const indexesPath = pathOf("firestore.indexes.json");

export async function readRulesFiles(): Promise<{
  database: FirebaseFile;
  firestore: FirebaseFile;
  storage: FirebaseFile;
}> {
  const [database, firestore, storage] = await Promise.all(
    ["database.rules.json", "firestore.rules", "storage.rules"].map(read),
  );
  return { database: database!, firestore: firestore!, storage: storage! };
}

export function readIndexesFile(): Promise<FirebaseFile> {
  return read("firestore.indexes.json");
}

async function read(name: string): Promise<FirebaseFile> {
  return { file: `firebase/${name}`, text: await readFile(pathOf(name), "utf8") };
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../firebase/${name}`, import.meta.url));
}
