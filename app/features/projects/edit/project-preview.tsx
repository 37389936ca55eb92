/** The project's own page, made of what is written just now. */
import { useMemo } from "react";
import type { PreviewProps } from "#app/parts/content-editor/content-tool-facts.ts";
import { PagePreview } from "#app/parts/page-preview/page-preview.tsx";
import { useDraftPictures } from "#app/parts/page-preview/use-draft-pictures.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { toPreview } from "#lib/content/preview.ts";
import { projectDetail } from "../project-pages.ts";

/** The page's own file, which stays its own. */
const Body = latePart(async () => (await import("../detail.tsx")).default, null);

export function ProjectPreview({ id, fields }: PreviewProps) {
  const page = useMemo(() => {
    const project = toPreview("projects", id, fields);
    return projectDetail({ projects: [project] }, project.slug);
  }, [id, fields]);
  const shown = useDraftPictures(page);
  return (
    <PagePreview title="Preview of the project's page">
      {shown ? <Body project={shown} /> : null}
    </PagePreview>
  );
}
