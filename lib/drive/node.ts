/**
 * A file or folder of a drive, as `users/{owner}/files/{id}` keeps it. The documents are the tree: where a node lies is its
 * `parent`, so that moving or renaming writes one document. Bytes lie in Storage under names that say nothing of it.
 * Read by hand: a schema's library would be a twentieth of what the tool may load.
 */

/** The `parent` of what lies in the drive itself. */
export const rootFolder = "";

const idShape = /^[a-z0-9]{20}$/;
/** Names of objects that were stored before there was a tree are any segment of a path. */
const objectShape = /^[^/]{1,1000}$/;
const sha256Shape = /^[0-9a-f]{64}$/;

/** Of nodes, objects and versions: made by whoever makes the thing, so that asking twice makes it once. */
export function isDriveId(value: unknown): value is string {
  return typeof value === "string" && idShape.test(value);
}

export type DriveVersion = {
  /** The object is `users/{owner}/files/{object}`. */
  object: string;
  /** Bytes, as Storage has them. */
  size: number;
  /** MIME type without parameters, as Storage has it. */
  type: string;
  /** Hexadecimal; null where nobody has counted it. Said by the drive's owner: good for finding one's own doubles only. */
  sha256: string | null;
  /** ISO, UTC: when it came. */
  at: string;
  /** The uid of who brought it. */
  by: string;
};

type AnyNode = {
  id: string;
  /** A folder's id, or `rootFolder`. */
  parent: string;
  /** See `whyNotName`. */
  name: string;
  /** ISO, UTC. */
  createdAt: string;
  /** ISO, UTC: when name or content changed last. */
  updatedAt: string;
  /** ISO, UTC; what lies below goes with it without being written. */
  trashedAt: string | null;
  starred: boolean;
  /** How many share links of it are open. */
  links: number;
  /** Whether other accounts were let in. Folders only. */
  shared: boolean;
};

export type DriveFolder = AnyNode & { kind: "folder" };
export type DriveFile = AnyNode & {
  kind: "file";
  version: DriveVersion;
  /** Those before, the newest first; at most `mostVersions`. */
  older: DriveVersion[];
};
export type DriveNode = DriveFolder | DriveFile;

type Fields = Record<string, unknown>;

/** @returns undefined for what is no node: a document that says `gone`, or one of a later time */
export function readDriveNode(value: unknown): DriveNode | undefined {
  const fields = fieldsOf(value);
  if (fields === undefined) return undefined;
  const { id, parent, name, createdAt, updatedAt, trashedAt, starred, links, shared } = fields;
  if (
    !isDriveId(id) ||
    !(parent === rootFolder || isDriveId(parent)) ||
    !isText(name, 255) ||
    name === "" ||
    !isText(createdAt, 30) ||
    !isText(updatedAt, 30) ||
    !(trashedAt === null || isText(trashedAt, 30)) ||
    typeof starred !== "boolean" ||
    !isNumber(links) ||
    typeof shared !== "boolean"
  )
    return undefined;
  const node = { id, parent, name, createdAt, updatedAt, trashedAt, starred, links, shared };
  if (fields["kind"] === "folder") return { kind: "folder", ...node };
  if (fields["kind"] !== "file") return undefined;
  const version = readVersion(fields["version"]);
  const { older } = fields;
  if (version === undefined || !Array.isArray(older)) return undefined;
  const read = older.map(readVersion).filter((one) => one !== undefined);
  return read.length === older.length ? { kind: "file", ...node, version, older: read } : undefined;
}

function readVersion(value: unknown): DriveVersion | undefined {
  const fields = fieldsOf(value);
  if (fields === undefined) return undefined;
  const { object, size, type, sha256, at, by } = fields;
  return typeof object === "string" &&
    objectShape.test(object) &&
    isNumber(size) &&
    size >= 0 &&
    isText(type, 200) &&
    (sha256 === null || (typeof sha256 === "string" && sha256Shape.test(sha256))) &&
    isText(at, 30) &&
    isText(by, 128)
    ? { object, size, type, sha256, at, by }
    : undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null ? (value as Fields) : undefined;
}

function isText(value: unknown, most: number): value is string {
  return typeof value === "string" && value.length <= most;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Where the bytes of a version are. */
export function objectNameOf(owner: string, object: string): string {
  return `users/${owner}/files/${object}`;
}

/** Where a picture's small one is, once somebody has asked for it. */
export function thumbNameOf(owner: string, object: string): string {
  return `users/${owner}/thumbs/${object}`;
}
