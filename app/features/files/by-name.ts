import type { StoredFile } from "#app/live/files.ts";

const names = new Intl.Collator("en", { numeric: true });

/** As people count: `note 2` before `note 10`, whatever the case. */
export function byName(a: StoredFile, b: StoredFile): number {
  return names.compare(a.name, b.name);
}
