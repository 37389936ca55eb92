/** The security rules of the site: the same files that `firebase deploy` sends to Firebase. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

type RulesFile = { file: string; text: string };

export async function readRulesFiles(): Promise<{
  database: RulesFile;
  firestore: RulesFile;
  storage: RulesFile;
}> {
  const [database, firestore, storage] = await Promise.all(
    ["database.rules.json", "firestore.rules", "storage.rules"].map(async (name) => ({
      file: `firebase/${name}`,
      text: await readFile(
        fileURLToPath(new URL(`../../firebase/${name}`, import.meta.url)),
        "utf8",
      ),
    })),
  );
  return { database: database!, firestore: firestore!, storage: storage! };
}
