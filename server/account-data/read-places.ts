/** Reads the places of lib/owned-data.ts piece by piece, so that nothing large is ever in memory as a whole. */
import { faultOfKey } from "#lib/database-key.ts";
import { inPages } from "#lib/in-pages.ts";
import { placeOf } from "#lib/owned-data.ts";
import type { OwnedPlace } from "#lib/owned-data.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";

export type PlacesBackend = Pick<
  ServerBackend,
  "getDocument" | "findDocuments" | "documentsBelow" | "listObjects" | "getShallow"
>;

export type DocumentPlace = Extract<
  OwnedPlace,
  { store: "document" | "documents-below" | "documents-with" }
>;

const objectsAPage = 500;

export function isDocumentPlace(place: OwnedPlace): place is DocumentPlace {
  return ["document", "documents-below", "documents-with"].includes(place.store);
}

/** @throws BackendError */
export async function* everyDocument(
  backend: PlacesBackend,
  place: DocumentPlace,
  uid: string,
): AsyncGenerator<StoredDocument[]> {
  if (place.store === "document") {
    const document = await backend.getDocument(placeOf(place.path, uid));
    if (document !== null) yield [document];
    return;
  }
  if (place.store === "documents-below") {
    const path = placeOf(place.path, uid);
    const own = await backend.getDocument(path);
    if (own !== null) yield [own];
    yield* inPages(({ limit, last }) => backend.documentsBelow(path, { after: last?.path, limit }));
    return;
  }
  const { collection, field } = place;
  const where = { [field]: uid };
  yield* inPages(({ limit, last }) =>
    backend.findDocuments(collection, { where, after: last?.id, limit }),
  );
}

/** Names of stored files. @throws BackendError */
export async function* everyObject(
  backend: Pick<PlacesBackend, "listObjects">,
  prefix: string,
): AsyncGenerator<string[]> {
  let token: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof backend.listObjects>> = await backend.listObjects(
      prefix,
      { token, size: objectsAPage },
    );
    if (page.names.length > 0) yield page.names;
    token = page.next;
  } while (token !== undefined);
}

/** Whether the account can have anything there: some uids of imported accounts can be no key. */
export function hasPlace(place: OwnedPlace, uid: string): boolean {
  if (uid.includes("/")) return false;
  return place.store !== "database" || faultOfKey(uid) === undefined;
}

/** Documents, files, or entries of a place in the database; 0 for what is only part of something shared. */
export async function countPlace(
  backend: PlacesBackend,
  place: OwnedPlace,
  uid: string,
): Promise<number> {
  if (!hasPlace(place, uid)) return 0;
  let count = 0;
  switch (place.store) {
    case "shared":
      return 0;
    case "database": {
      const keys = await backend.getShallow(placeOf(place.path, uid));
      if (keys === null) return 0;
      return typeof keys === "object" ? Object.keys(keys).length : 1;
    }
    case "files":
      for await (const names of everyObject(backend, placeOf(place.prefix, uid))) {
        count += names.length;
      }
      return count;
    case "document":
    case "documents-below":
    case "documents-with":
      for await (const page of everyDocument(backend, place, uid)) count += page.length;
      return count;
  }
}
