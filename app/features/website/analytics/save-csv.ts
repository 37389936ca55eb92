/** The browser has to hold the file until it is saved, as an address that carries no credential. */
import { readFile } from "#app/live/api.ts";

/** @param query as of the report @throws ApiError */
export async function saveCsv(query: string, table: string): Promise<void> {
  const blob = await readFile(`/api/analytics/export?${query}&table=${table}`);
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = `analytics-${table}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
