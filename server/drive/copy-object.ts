/** A stored file once more under another name, as bytes of this account: only if it has the room for them. */
import {
  BackendError,
  type ObjectInfo,
  type ServerBackend,
  isConflict,
} from "#lib/server-backend.ts";

export type CopyObject = (copy: {
  from: string;
  to: string;
  /** Whose it will be: it is counted for them. */
  owner: string;
  customMetadata: Record<string, string>;
}) => Promise<
  | ObjectInfo
  | "no-object"
  | "no-space"
  /** There is something under the new name: the same act was asked for twice, and the other one was quicker. */
  | "changed"
>;

/** Room for a copy where the backend keeps no count itself: at Firebase. */
export type ReserveCopy = (
  owner: string,
  upload: { name: string; sizeBytes: number },
) => Promise<{ id: string } | undefined>;

export function createCopyObject(deps: {
  backend: Pick<ServerBackend, "copyObject" | "getObject">;
  /** Only at Firebase. */
  reservations?: { reserve: ReserveCopy; settle(id: string): Promise<void> } | undefined;
}): CopyObject {
  const { backend, reservations } = deps;

  async function reserved(copy: Parameters<CopyObject>[0]) {
    if (reservations === undefined) return backend.copyObject(copy);
    const source = await backend.getObject(copy.from);
    if (source === null) return null;
    const upload = { name: copy.to, sizeBytes: source.sizeBytes };
    const reservation = await reservations.reserve(copy.owner, upload);
    if (reservation === undefined) throw new BackendError("RESOURCE_EXHAUSTED", "No room.");
    try {
      const customMetadata = { ...copy.customMetadata, reservation: reservation.id };
      return await backend.copyObject({ ...copy, customMetadata });
    } finally {
      await reservations.settle(reservation.id);
    }
  }

  return async (copy) => {
    try {
      return (await reserved(copy)) ?? "no-object";
    } catch (error) {
      if (isConflict(error)) return "changed";
      if (!(error instanceof BackendError) || !noSpace.includes(error.status)) throw error;
      return "no-space";
    }
  };
}

/** QUOTA_EXCEEDED and SITE_FULL are the embedded backend's. */
const noSpace = ["RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", "SITE_FULL"];
