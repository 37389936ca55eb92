/** How the document that is open stands towards visitors. */
import type { ContentState } from "#lib/content/item.ts";
import { slugOf } from "#lib/content/slug.ts";
import type { PlainFields } from "#lib/firestore-value.ts";

type Facts = {
  published: PlainFields | null;
  isChanged: boolean;
  publishAt: string | null;
};

export type DocumentState = { state: ContentState; isHidden: boolean };

export function stateOf({ published, isChanged, publishAt }: Facts): DocumentState {
  const isHidden = published !== null && published["hidden"] === true;
  if (publishAt !== null) return { state: "scheduled", isHidden };
  if (published === null) return { state: "draft", isHidden };
  if (isChanged) return { state: "changed", isHidden };
  return { state: isHidden ? "hidden" : "published", isHidden };
}

/**
 * A title that is changed changes the address with it, until somebody wrote another one or visitors know it.
 * @returns the patch with `slug`, where it follows
 */
export function withSlug(
  patch: Record<string, unknown>,
  fields: PlainFields,
  published: PlainFields | null,
): Record<string, unknown> {
  const { title } = patch;
  if (typeof title !== "string" || "slug" in patch || published !== null) return patch;
  const [slug, before] = [fields["slug"], fields["title"]];
  const follows = !slug || slug === slugOf(typeof before === "string" ? before : "");
  return follows ? { ...patch, slug: slugOf(title) } : patch;
}
