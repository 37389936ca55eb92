/** A document as only the server writes it: by a command on the data folder, or with the key of Firebase's console. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toFirestoreFields } from "#lib/firestore-value.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { runCommand } from "./foyer-process.ts";
import type { FoyerProcess } from "./foyer-process.ts";

/** `path`: `collection/id`. */
export async function writeDocument(
  foyer: FoyerProcess,
  path: string,
  data: PlainFields,
): Promise<void> {
  if (foyer.standIn !== undefined) {
    await foyer.standIn.console.commit([{ set: path, data }]);
    return;
  }
  const file = join(foyer.dataDir, "document.jsonl");
  await writeFile(file, JSON.stringify({ path, fields: toFirestoreFields(data) }));
  const { code, output } = await runCommand(foyer.dataDir, "documents", "import", file);
  if (code !== 0) throw new Error(`The document was not written: ${output}`);
}
