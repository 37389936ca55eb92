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

  async function counted(copy: Parameters<CopyObject>[0]) {
    try {
      return await backend.copyObject(copy);
    } catch (error) {
      if (isConflict(error)) return "changed";
      if (!(error instanceof BackendError) || !noSpace.includes(error.status)) throw error;
      return "no-space";
    }
  }

  async function reserved(copy: Parameters<CopyObject>[0], room: NonNullable<typeof reservations>) {
    const source = await backend.getObject(copy.from);
    if (source === null) return null;
    const upload = { name: copy.to, sizeBytes: source.sizeBytes };
    const reservation = await room.reserve(copy.owner, upload);
    if (reservation === undefined) return "no-space";
    try {
      const customMetadata = { ...copy.customMetadata, reservation: reservation.id };
      // There is room for what was looked at, and for nothing that has come into its place since.
      const { generation } = source;
      return await backend.copyObject({ ...copy, customMetadata, generation });
    } finally {
      await room.settle(reservation.id);
    }
  }

  return async (copy) =>
    (await (reservations === undefined ? counted(copy) : reserved(copy, reservations))) ??
    "no-object";
}

/** Of the embedded backend. */
const noSpace = ["RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", "SITE_FULL"];
