/** Which stored files visitors see somewhere: those must stay public, whoever else has done with them. */
import { filesNamedIn } from "#lib/content/named-files.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { pickEach } from "./in-pages.ts";

/** All collections whose documents pages show. */
const shownCollections = ["projects", "certificates", "site", "foodPosts", "foodWishlist"];

/** @param but the path of a document that does not count */
export async function shownFiles(
  backend: Pick<ServerBackend, "findDocuments">,
  but?: string,
): Promise<Set<string>> {
  const names = new Set<string>();
  const from = (collection: string) => ({ collection, most: Number.POSITIVE_INFINITY });
  await Promise.all(
    shownCollections.map((collection) =>
      pickEach(backend, from(collection), ({ path, data }) => {
        if (path === but || isHidden(data)) return;
        for (const name of filesNamedIn(data)) names.add(name);
      }),
    ),
  );
  return names;
}

/** As pages have it: whatever is there but false hides. */
export function isHidden(data: Record<string, unknown>): boolean {
  const { hidden } = data;
  return hidden !== undefined && hidden !== false;
}
