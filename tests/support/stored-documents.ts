import { createBackend } from "#backend";
import { fromFirestoreFields } from "#lib/firestore-value.ts";
import type { FirestoreFields } from "#lib/firestore-value.ts";
import { readRulesFiles } from "../../server/config/rules-files.ts";

const documents = "projects/foyer/databases/(default)/documents";

/** The documents of a collection in a data folder that no server has open. */
export async function readStored(dataDir: string, collection: string) {
  const backend = await createBackend({
    dataDir,
    projectId: "foyer",
    rules: await readRulesFiles(),
  });
  try {
    const answer = await backend.adminFetch(
      new Request(`http://embedded.invalid/v1/${documents}:runQuery`, {
        method: "POST",
        body: JSON.stringify({ structuredQuery: { from: [{ collectionId: collection }] } }),
      }),
    );
    if (!answer.ok) throw new Error(`runQuery answered ${answer.status}: ${await answer.text()}`);
    const rows = (await answer.json()) as { document?: { fields: FirestoreFields } }[];
    return rows.flatMap(({ document }) => (document ? [fromFirestoreFields(document.fields)] : []));
  } finally {
    await backend.close();
  }
}
