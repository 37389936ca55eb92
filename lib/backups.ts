/** Back-ups as the server keeps them and an admin's screen shows them. Instants are ISO texts. */

/** The server's own document about them: settings, what was made, and how the last drill ended. */
export const backupsDocument = "server/backups";

export type BackupWhy = "nightly" | "asked";

export type BackupSettings = {
  /** Minutes after midnight, UTC; null: none is made by itself. */
  nightlyMinute: number | null;
  /** False only when the owner switched it off. */
  encrypt: boolean;
};

/** How the last drill ended. */
export type DrillResult = {
  at: string;
  /** Of the back-up that was restored. */
  name: string;
  ok: boolean;
  /** What was compared, or what was wrong. */
  text: string;
  ms: number;
};

/** What Health reads of the document, too. `failure`: of the last try, until one goes well. */
export type BackupState = {
  settings: BackupSettings;
  last: { at: string; name: string; bytes: number } | null;
  failure: { at: string; text: string } | null;
  drill: DrillResult | null;
};

export type BackupRow = {
  name: string;
  at: string;
  bytes: number;
  why: BackupWhy | null;
  isEncrypted: boolean;
  /** First characters of the public key that it was made for; null: not known, or not encrypted. */
  key: string | null;
  /** Whether the checksum beside it is there and says what the server noted; `unknown`: made elsewhere. */
  checksum: "ok" | "missing" | "differs" | "unknown";
  /** The last drill that restored this one. */
  drill: { at: string; ok: boolean } | null;
};

export type BackupKey = {
  /** First characters of the public key. */
  id: string;
  createdAt: string;
  isCurrent: boolean;
  /** Of back-ups on the list. */
  usedBy: number;
};

export type BackupWork = {
  what: "backup" | "drill";
  step: "database" | "files" | "reading" | "comparing";
  startedAt: string;
  doneBytes: number;
  /** 0: not known yet. */
  totalBytes: number;
};

/** `GET /api/backups`. */
export type BackupsView =
  | { isHosted: true }
  | ({
      isHosted: false;
      folder: string;
      backups: BackupRow[];
      keys: BackupKey[];
      /** Whether the owner said that the current key is kept elsewhere. */
      isKeySaved: boolean;
      running: BackupWork | null;
      nextAt: string | null;
      freeBytes: number;
    } & BackupState);
