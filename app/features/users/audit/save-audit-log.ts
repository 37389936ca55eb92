/** The server streams it; the browser has to hold it until it is saved, as an address that carries no credential. */
import { readFile } from "#app/live/api.ts";

/** @param query as of the list. @throws ApiError */
export async function saveAuditLog(query: string): Promise<void> {
  const blob = await readFile(`/api/audit/export?${query}`);
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
