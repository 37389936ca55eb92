/** The server streams it; the browser has to hold it until it is saved, as an address that carries no credential. */
import { readFile } from "#app/live/api.ts";
import { saveFile } from "#app/ui/save-file.ts";

/** @param query as of the list. @throws ApiError */
export async function saveAuditLog(query: string): Promise<void> {
  const blob = await readFile(`/api/audit/export?${query}`);
  saveFile(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, blob);
}
