import { checkResume } from "#lib/documents/check-document.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";

export type ImportOutcome =
  | { ok: true; name: string }
  | { ok: false; faults: { path: string; message: string }[]; more: number };

/**
 * Replaces the site's resume by a JSON Resume 1.0 document. An invalid one changes nothing. The starter's profile goes
 * with it, because its story, tagline and portrait are those of the invented person; the owner's own stays.
 */
export async function importResume(
  backend: ServerBackend,
  value: unknown,
  now: number,
): Promise<ImportOutcome> {
  const checked = checkResume(value);
  if (!checked.ok) return checked;
  const importedAt = new Date(now).toISOString();
  const writes: Write[] = [{ set: "site/resume", data: { document: checked.value, importedAt } }];
  const profile = await backend.getDocument("site/profile");
  if (profile?.data["sample"] === true) {
    writes.push({ delete: profile.path, when: { updateTime: profile.updateTime } });
  }
  await backend.commit(writes);
  return { ok: true, name: checked.value.basics?.name?.trim() ?? "" };
}
