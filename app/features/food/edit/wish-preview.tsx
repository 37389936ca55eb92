/** The wish's entry on its page, made of what is written just now. */
import { useMemo } from "react";
import type { PreviewProps } from "#app/parts/content-editor/content-tool-facts.ts";
import { PagePreview } from "#app/parts/page-preview/page-preview.tsx";
import { useDraftPictures } from "#app/parts/page-preview/use-draft-pictures.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { toPreview } from "#lib/content/preview.ts";
import { noMap } from "#lib/map-source.ts";
import { wishlist } from "../wish-pages.ts";
import styles from "../../../styles/food.css?url";

/** The page's own file, which stays its own. */
const Entries = latePart(async () => (await import("../wish-entries.tsx")).WishList, null);

export function WishPreview({ id, fields }: PreviewProps) {
  const wishes = useMemo(() => {
    const foodWishlist = [toPreview("foodWishlist", id, fields)];
    return wishlist({ foodWishlist, foodPosts: [], failed: false }, noMap).wishes;
  }, [id, fields]);
  const shown = useDraftPictures(wishes);
  return (
    <PagePreview title="Preview of the wish">
      <link rel="stylesheet" href={styles} precedence="page" />
      <h1>Food wishlist</h1>
      <Entries wishes={shown} today={undefined} />
    </PagePreview>
  );
}
