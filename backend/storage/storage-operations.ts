/** What this room runs inside the store threads. */
import type { OperationModule, StoreDatabase } from "../sqlite/index.ts";
import { type StorageSettings, configureRules } from "./objects/ask-rules.ts";
import { copyObject } from "./objects/copy-object.ts";
import { deleteObject } from "./objects/delete-object.ts";
import { changeDownloadTokens } from "./objects/download-tokens.ts";
import { listObjects } from "./objects/list-objects.ts";
import { beginUpload } from "./uploads/begin-upload.ts";
import {
  endAccount,
  expire,
  findUpload,
  forgetUpload,
  saveProgress,
} from "./uploads/known-uploads.ts";
import { putObject } from "./uploads/put-object.ts";
import { findStrayFiles } from "./uploads/upload-store.ts";
import { readUsage, setQuota } from "./uploads/usage.ts";
import { readObject } from "./objects/read-object.ts";
import { isReferenced } from "./objects/storage-store.ts";
import { updateMetadata } from "./objects/update-metadata.ts";

export const room = "storage";

export const migrations = [
  new URL("./migrations/0001-objects.sql", import.meta.url),
  new URL("./migrations/0002-uploads-and-quotas.sql", import.meta.url),
];

export function configure(settings?: StorageSettings): void {
  configureRules(settings);
}

/** Of these contents those that no object has. */
function findUnused(db: StoreDatabase, { sha256s }: { sha256s: readonly string[] }): string[] {
  return sha256s.filter((sha256) => !isReferenced(db, sha256));
}

export const operations = {
  "storage.beginUpload": beginUpload,
  "storage.findUpload": findUpload,
  "storage.saveProgress": saveProgress,
  "storage.forgetUpload": forgetUpload,
  "storage.put": putObject,
  "storage.read": readObject,
  "storage.updateMetadata": updateMetadata,
  "storage.changeDownloadTokens": changeDownloadTokens,
  "storage.copy": copyObject,
  "storage.delete": deleteObject,
  "storage.list": listObjects,
  "storage.findUnused": findUnused,
  "storage.findStrayFiles": findStrayFiles,
  "storage.expire": expire,
  "storage.endAccount": endAccount,
  "storage.usage": readUsage,
  "storage.setQuota": setQuota,
} satisfies OperationModule["operations"];

export type StorageOperations = typeof operations;
