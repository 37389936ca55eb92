/** The only door of the backend. Its name keeps it out of the browser: the build refuses it there. */
export { type Backend, type BackendOptions, createBackend } from "./backend.ts";
export { readIdentities } from "./backup/index.ts";
export type {
  AccountChange,
  AuthMail,
  AuthMailKind,
  AuthMailer,
  ProvedIdentity,
  ServiceAccountInfo,
  ServiceAccountKey,
  ServiceAccounts,
} from "./auth/index.ts";
export type { CommitEvent, CommitListener, MissingIndex } from "./firestore/index.ts";
export type { ObjectChange, ObjectChangeListener, StorageOptions } from "./storage/index.ts";
export { FolderLockedError, isFolderLockedError } from "./sqlite/index.ts";
export { type CaseCheck, type CaseSuite, type SuiteResult, loadRulesTester } from "./test-rules.ts";

type Restore = typeof import("./restore-backup.ts").restoreBackup;

/** See restore-backup.ts; loaded by who restores. */
export const restoreBackup: Restore = async (options) =>
  (await import("./restore-backup.ts")).restoreBackup(options);
