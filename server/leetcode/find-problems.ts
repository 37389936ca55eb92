/** Which problems there are already: what is imported is added to them. */
import { linkKey } from "#lib/leetcode/problem-link.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { BackendError } from "#lib/server-backend.ts";
import { textOf } from "#lib/text-of.ts";
import type { ContentStore } from "../publishing/content-store.ts";

/** Ids by `linkKey`: of duplicates the one that visitors see, before any draft. @throws BackendError */
export async function problemIds(
  backend: Pick<ServerBackend, "publicData">,
  store: Pick<ContentStore, "allDrafts">,
): Promise<Map<string, string>> {
  const [data, drafts] = await Promise.all([
    backend.publicData(),
    store.allDrafts("problems", ({ docId, fields }) => ({
      id: docId,
      link: textOf(fields["link"]),
    })),
  ]);
  if (data.failed) throw new BackendError("UNAVAILABLE", "The problems cannot be read.");
  const ids = new Map<string, string>();
  for (const { id, link } of [...data.problems, ...drafts]) {
    const key = linkKey(link);
    if (key !== "" && !ids.has(key)) ids.set(key, id);
  }
  return ids;
}
