/** The browser has to hold the file until it is saved, as an address that carries no credential. */
import { readFile } from "#app/live/api.ts";
import { saveFile } from "#app/ui/save-file.ts";

/** @param query as of the report @throws ApiError */
export async function saveCsv(query: string, table: string): Promise<void> {
  const blob = await readFile(`/api/analytics/export?${query}&table=${table}`);
  saveFile(`analytics-${table}-${new Date().toISOString().slice(0, 10)}.csv`, blob);
}
