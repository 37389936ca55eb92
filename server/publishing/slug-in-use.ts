/** Addresses of projects and posts: each is one's alone, among the published ones, the hidden ones and those that are scheduled. */
import { hasPages, slugOfFields } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { ContentStore } from "./content-store.ts";
import type { Versions } from "./versions.ts";

/** Of all others; empty for kinds without addresses of their own. */
export async function slugsOfOthers(
  { store, versions }: { store: ContentStore; versions: Versions },
  kind: ContentKind,
  id: string,
): Promise<Set<string>> {
  if (!hasPages(kind)) return new Set();
  const [published, schedules] = await Promise.all([
    store.allPublished(kind, ({ id: of, data }) => ({ of, slug: slugOfFields(kind, data) }), [
      "slug",
      "title",
    ]),
    store.allSchedules(kind),
  ]);
  const scheduled = await Promise.all(
    schedules
      .filter(({ docId }) => docId !== id)
      .map(async ({ docId, versionId }) => {
        const fields = await versions.get(kind, docId, versionId);
        return fields === null ? undefined : slugOfFields(kind, fields);
      }),
  );
  const others = published.filter(({ of }) => of !== id).map(({ slug }) => slug);
  return new Set([...others, ...scheduled].filter((slug) => slug !== undefined));
}

/** The first of `slug`, `slug-2`, … that nobody has. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let count = 2; ; count++) {
    const end = `-${count}`;
    const candidate = slug.slice(0, 80 - end.length).replace(/-+$/, "") + end;
    if (!taken.has(candidate)) return candidate;
  }
}
