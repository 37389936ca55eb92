/** Tasks that were done long ago: documents `users/{uid}/todoArchive/…`, which the server writes. */
import type { ArchivedTask, ArchiveYear } from "#lib/todo/archived-task.ts";
import { openDocuments } from "./firebase.ts";

export type ArchivedMonth = {
  /** Of the document: one month can have many. */
  id: string;
  /** `2026-11` */
  month: string;
  tasks: readonly ArchivedTask[];
};

/** The last one, or the one before `before`. Undefined: there is none. @throws as openDocuments */
export async function archivedMonth(
  uid: string,
  before?: Pick<ArchivedMonth, "id" | "month">,
): Promise<ArchivedMonth | undefined> {
  const { documents, sdk } = await openDocuments();
  const folder = sdk.collection(documents, `users/${uid}/todoArchive`);
  const last = before && (await sdk.getDoc(sdk.doc(folder, before.id)));
  const found = await sdk.getDocs(
    sdk.query(
      folder,
      // Counts of days have no month.
      sdk.orderBy("month", "desc"),
      ...(last?.exists() ? [sdk.startAfter(last)] : []),
      sdk.limit(1),
    ),
  );
  const [document] = found.docs;
  if (!document) return undefined;
  const { month, tasks } = document.data() as {
    month: string;
    tasks: Readonly<Record<string, ArchivedTask>>;
  };
  return { id: document.id, month, tasks: Object.values(tasks) };
}

/** How many tasks were done on which day; by `MM-DD`. @throws as openDocuments */
export async function archivedDays(uid: string, year: number): Promise<ArchiveYear["days"]> {
  const { documents, sdk } = await openDocuments();
  const found = await sdk.getDoc(sdk.doc(documents, `users/${uid}/todoArchive/days-${year}`));
  return found.exists() ? (found.data() as ArchiveYear).days : {};
}
