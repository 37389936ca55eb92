/** The post's own page, made of what is written just now. */
import { useMemo } from "react";
import type { PreviewProps } from "#app/parts/content-editor/content-tool-facts.ts";
import { PagePreview } from "#app/parts/page-preview/page-preview.tsx";
import { useDraftPictures } from "#app/parts/page-preview/use-draft-pictures.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { toPreview } from "#lib/content/preview.ts";
import { noMap } from "#lib/map-source.ts";
import { postDetail } from "../post-pages.ts";

/** The page's own file, which stays its own. */
const Body = latePart(async () => (await import("../post.tsx")).default, null);

export function PostPreview({ id, fields }: PreviewProps) {
  const page = useMemo(() => {
    const post = toPreview("foodPosts", id, fields);
    return postDetail({ foodPosts: [post] }, post.slug, noMap);
  }, [id, fields]);
  const shown = useDraftPictures(page);
  return (
    <PagePreview title="Preview of the post's page">
      {shown ? <Body post={shown} /> : null}
    </PagePreview>
  );
}
