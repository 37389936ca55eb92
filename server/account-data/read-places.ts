/** Reads the places of lib/owned-data.ts piece by piece, so that nothing large is ever in memory as a whole. */
import { faultOfKey } from "#lib/database-key.ts";
import { placeOf } from "#lib/owned-data.ts";
import type { OwnedPlace } from "#lib/owned-data.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";

export type PlacesBackend = Pick<
  ServerBackend,
  "getDocument" | "findDocuments" | "documentsBelow" | "listObjects" | "getShallow"
>;

export type DocumentPlace = Extract<
  OwnedPlace,
  { store: "document" | "documents-below" | "documents-with" }
>;

const firstLimit = 100;
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
    yield* pages((after, limit) => backend.documentsBelow(path, { after, limit }), "path");
    return;
  }
  const { collection, field } = place;
  yield* pages(
    (after, limit) => backend.findDocuments(collection, { where: { [field]: uid }, after, limit }),
    "id",
  );
}

async function* pages(
  read: (after: string | undefined, limit: number) => Promise<StoredDocument[]>,
  cursor: "path" | "id",
): AsyncGenerator<StoredDocument[]> {
  let after: string | undefined;
  let limit = firstLimit;
  for (;;) {
    // Each page begins where the one before ends.
    const page = await unlessTooLarge(read(after, limit));
    if (page instanceof BackendError) {
      if (limit === 1) throw page;
      limit = Math.ceil(limit / 10);
      continue;
    }
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    after = page.at(-1)?.[cursor];
  }
}

/** What is refused for its size may be given in smaller pages. */
async function unlessTooLarge<Answer>(asked: Promise<Answer>): Promise<Answer | BackendError> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BackendError && error.status === "RESOURCE_EXHAUSTED") return error;
    throw error;
  }
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
