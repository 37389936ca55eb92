import { checkResume } from "#lib/documents/check-document.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

export type ImportOutcome =
  | { ok: true; name: string }
  | { ok: false; faults: { path: string; message: string }[]; more: number };

/** Replaces the site's resume by a JSON Resume 1.0 document. An invalid one changes nothing. */
export async function importResume(
  backend: ServerBackend,
  value: unknown,
  now: number,
): Promise<ImportOutcome> {
  const checked = checkResume(value);
  if (!checked.ok) return checked;
  const importedAt = new Date(now).toISOString();
  await backend.commit([{ set: "site/resume", data: { document: checked.value, importedAt } }]);
  return { ok: true, name: checked.value.basics?.name ?? "" };
}
