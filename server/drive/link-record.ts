/** A share link as `shares/{token}` keeps it: only the server reads and writes it. */
import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import {
  type ShareLink,
  type ShareLogEntry,
  shareTokenLength,
  sharePath,
} from "#lib/drive/share-link.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { StoredDocument } from "#lib/server-backend.ts";

export const shares = "shares";
const letters = "abcdefghijklmnopqrstuvwxyz";

const record = z.object({
  owner: z.string(),
  node: z.string(),
  kind: z.enum(["file", "folder"]),
  /** Milliseconds since 1970, as is `expiresAt`. */
  createdAt: z.number(),
  expiresAt: z.nullable(z.number()),
  limit: z.nullable(z.number()),
  downloads: z.number(),
  views: z.number(),
  keepPlaces: z.boolean(),
  showName: z.boolean(),
  /** Base64url. `key` signs what visitors keep who gave the password: another password, another key. */
  password: z.nullable(z.object({ salt: z.string(), hash: z.string(), key: z.string() })),
  /** The newest last. */
  log: z.array(
    z.object({
      at: z.number(),
      act: z.enum(["page", "file", "zip", "wrong-password"]),
      name: z.string(),
      device: z.string(),
    }),
  ),
});

export type LinkRecord = z.infer<typeof record>;
export type LinkLogEntry = ShareLogEntry;

export function readLink(document: StoredDocument | null): LinkRecord | undefined {
  const read = record.safeParse(document?.data);
  return read.success ? read.data : undefined;
}

export function pathOfLink(token: string): string {
  return `${shares}/${token}`;
}

export function newToken(): string {
  const letter = () => letters[randomInt(letters.length)];
  return Array.from({ length: shareTokenLength }, letter).join("");
}

/** @param node undefined: it is not there any more */
export function toShareLink(
  token: string,
  link: LinkRecord,
  node: Pick<DriveNode, "name"> | undefined,
): ShareLink {
  const { createdAt, expiresAt, password } = link;
  const { kind, limit, downloads, views, keepPlaces, showName } = link;
  return {
    token,
    path: sharePath(token),
    node: link.node,
    name: node?.name ?? "",
    kind,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    hasPassword: password !== null,
    limit,
    downloads,
    views,
    keepPlaces,
    showName,
  };
}
