import { openDocuments } from "#app/live/firebase.ts";
import { versionsPath } from "#lib/content/version.ts";
import type { Version } from "#lib/content/version.ts";
import type { ContentKind } from "#lib/content/kinds.ts";

export type KeptVersion = Version & { id: string };
export type VersionPage = { versions: KeptVersion[]; hasMore: boolean };

const pageSize = 20;

/** The last one first. @param before number of the last one that is known @throws FirebaseError, or as openDocuments */
export async function readVersions(
  kind: ContentKind,
  docId: string,
  before?: number,
): Promise<VersionPage> {
  const { documents, sdk } = await openDocuments();
  const found = await sdk.getDocs(
    sdk.query(
      sdk.collection(documents, versionsPath(kind, docId)),
      sdk.orderBy("number", "desc"),
      ...(before === undefined ? [] : [sdk.startAfter(before)]),
      sdk.limit(pageSize + 1),
    ),
  );
  const versions = found.docs.map((one) => ({ ...(one.data() as Version), id: one.id }));
  return { versions: versions.slice(0, pageSize), hasMore: versions.length > pageSize };
}
