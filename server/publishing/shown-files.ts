/** Which stored files visitors see somewhere: those must stay public, whoever else has done with them. */
import { kindsWithFiles } from "#lib/content/kinds.ts";
import { filesNamedIn } from "#lib/content/named-files.ts";
import { documentsIn } from "#lib/in-pages.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

/** @param but the path of a document that does not count */
export async function shownFiles(
  backend: Pick<ServerBackend, "findDocuments">,
  but?: string,
): Promise<Set<string>> {
  const names = new Set<string>();
  const look = async (collection: string) => {
    for await (const { path, data } of documentsIn(backend, { collection })) {
      if (path === but || isHidden(data)) continue;
      for (const name of filesNamedIn(data)) names.add(name);
    }
  };
  await Promise.all(kindsWithFiles.map(look));
  return names;
}

/** As pages have it: whatever is there but false hides. */
export function isHidden(data: Record<string, unknown>): boolean {
  const { hidden } = data;
  return hidden !== undefined && hidden !== false;
}
