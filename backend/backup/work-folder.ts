/**
 * Where a back-up is made and a drill restores: hidden folders of one site, which does one thing at a time. So whatever
 * stands there when something begins was left by a process that was killed.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { join } from "node:path";
import { BackupError } from "./errors.ts";

/** What is left free beside it. */
const spareBytes = 64 * 1024 * 1024;
const kinds = ["making", "drill"] as const;

type WorkFolder = Disposable & { path: string };

/** Removed with its scope. @param site as `siteMark` has it */
export function makeWorkFolder(
  folder: string,
  kind: (typeof kinds)[number],
  site: string,
): WorkFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeWorkFolders(folder, site);
  // Another name each time: a process that was left alone cannot take what the next one makes for its own.
  const path = mkdtempSync(join(folder, startOf(kind, site)));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export function removeWorkFolders(folder: string, site: string): void {
  const starts = kinds.map((kind) => startOf(kind, site));
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!starts.some((start) => name.startsWith(start))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Sites that put their back-ups into one folder have different ones. */
export function siteMark(dataDir: string): string {
  return createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
}

const startOf = (kind: string, site: string) => `.${kind}-${site}-`;

/** @throws BackupError before anything is written that has no room */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes + spareBytes) return;
  throw new BackupError(
    "disk-full",
    `${folder} has ${inMegabytes(free)} free, and ${inMegabytes(bytes + spareBytes)} may be needed. Nothing was written.`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MB`;
}

export function syncFolder(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
