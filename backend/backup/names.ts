/** What back-ups are called: `foyer-2026-11-22T161200Z.tar.zst.age`, and without encryption without the last part. */

export function backupName({ at, isEncrypted }: { at: Date; isEncrypted: boolean }): string {
  const time = at.toISOString().slice(0, 19).replaceAll(":", "");
  return `foyer-${time}Z.tar.zst${isEncrypted ? ".age" : ""}`;
}

/** The keys that open back-ups, among the keys of a data folder. */
export const backupKeysName = "backup-identities";

/** The file beside it, as `sha256sum -c` reads it. */
export const checksumName = (name: string) => `${name}.sha256`;
