/** What may be done to a drive, as `POST /api/drive/acts` takes it and answers. */
import * as z from "zod/mini";
import { type DriveNode, rootFolder } from "./node.ts";
import { mostActs } from "./limits.ts";

/** See `isDriveId`. */
export const driveId = z.string().check(z.regex(/^[a-z0-9]{20}$/));

const folderId = z.union([z.literal(rootFolder), driveId]);
/** Judged by `whyNotName`. */
const nodeName = z.string().check(z.maxLength(1000));
const sha256 = z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/)));

const driveAct = z.discriminatedUnion("act", [
  z.object({ act: z.literal("make-folder"), id: driveId, parent: folderId, name: nodeName }),
  /** Its bytes are stored at `users/{caller}/files/{object}`. In somebody else's drive the server takes them over. */
  z.object({
    act: z.literal("add-file"),
    id: driveId,
    parent: folderId,
    name: nodeName,
    object: driveId,
    sha256,
  }),
  /** The file keeps its place and name; what it was becomes the newest of `older`. */
  z.object({ act: z.literal("add-version"), id: driveId, object: driveId, sha256 }),
  z.object({ act: z.literal("restore-version"), id: driveId, object: z.string() }),
  z.object({ act: z.literal("drop-version"), id: driveId, object: z.string() }),
  z.object({ act: z.literal("rename"), id: driveId, name: nodeName }),
  /** With another name where its own is taken there. */
  z.object({
    act: z.literal("move"),
    id: driveId,
    parent: folderId,
    name: z.optional(nodeName),
  }),
  z.object({ act: z.literal("star"), id: driveId, starred: z.boolean() }),
  z.object({ act: z.literal("trash"), id: driveId }),
  /** To where it was, or into the drive itself when that is gone or in the trash. A taken name gets a number. */
  z.object({ act: z.literal("restore"), id: driveId }),
  /** Only of what is in the trash; its bytes and all that lies below are gone soon after. */
  z.object({ act: z.literal("delete-for-ever"), id: driveId }),
  /**
   * One file beside or below another folder, with bytes of its own: a new `id` and `object`. Also how a file is uploaded
   * again whose bytes are there already.
   */
  z.object({
    act: z.literal("copy-file"),
    from: driveId,
    id: driveId,
    object: driveId,
    parent: folderId,
    name: nodeName,
  }),
]);

export type DriveAct = z.infer<typeof driveAct>;

/** Of an account; what no document can be called is none. */
export const driveOwner = z
  .string()
  .check(z.maxLength(128), z.regex(/^(?!\.{1,2}$|__[^]*__$)[^/\p{Surrogate}]+$/u));

export const driveActs = z.object({
  /** Whose drive. */
  owner: driveOwner,
  acts: z.array(driveAct).check(z.minLength(1), z.maxLength(mostActs)),
});

export type DriveActError =
  /** Not there (any more), or not for this account to know. */
  | "not-found"
  /** The folder where it should go is not there, is in the trash, or is a file. */
  | "no-folder"
  /** `name` says which one is free. */
  | "name-taken"
  | "bad-name"
  /** A folder cannot go into itself or below itself. */
  | "into-itself"
  | "too-deep"
  | "too-many"
  | "not-allowed"
  /** The object is not stored, or belongs to another node. */
  | "no-object"
  | "no-space"
  /** Somebody else changed it at the same time, several times. */
  | "changed";

/** In the order of the acts: one that fails stops none of the others. */
export type DriveActResult =
  /** Null: it is gone for good. */
  { node: DriveNode | null } | { error: DriveActError; name?: string };

/** viewer: reads; member: also writes below the shared folder, but not itself; owner: all. */
export type DriveRole = "viewer" | "member" | "owner";
