/** Every place of the wishlist and of the posts, drafts included: what an import has already. */
import type { KnownPlace } from "#lib/food/known-place.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { textOf } from "#lib/text-of.ts";
import { groupOf } from "../publishing/content-store.ts";
import type { ContentStore } from "../publishing/content-store.ts";

/** A document and its draft may name two places; both count. @throws BackendError */
export async function knownPlaces(
  store: Pick<ContentStore, "allPublished" | "allDrafts">,
): Promise<KnownPlace[]> {
  const all = await Promise.all(
    (["foodWishlist", "foodPosts"] as const).map(async (kind) => {
      const [published, drafts] = await Promise.all([
        store.allPublished(kind, ({ id, data }) => placeOf(kind, id, data)),
        store.allDrafts(kind, ({ docId, fields }) => placeOf(kind, docId, fields)),
      ]);
      return [...published, ...drafts];
    }),
  );
  return all.flat();
}

function placeOf(kind: KnownPlace["kind"], id: string, fields: PlainFields): KnownPlace {
  const place = groupOf(fields["place"]);
  const { latitude, longitude } = place;
  const urls = [textOf(place["url"]), textOf(groupOf(fields["source"])["url"])];
  return {
    kind,
    id,
    // A wish without a place is known by its own name.
    name: (textOf(place["name"]) || textOf(fields["title"])).slice(0, 200),
    urls: urls.filter((url) => url !== "").map((url) => url.slice(0, 2000)),
    ...(typeof latitude === "number" && typeof longitude === "number" && { latitude, longitude }),
  };
}
