import type { ContentItem } from "#lib/content/item.ts";
import { editorPathOf } from "#lib/content/kinds.ts";
import type { ContentKind, SiteId } from "#lib/content/kinds.ts";
import type { SectionId } from "../sections.ts";

export type KindItem = ContentItem & { kind: ContentKind };

const sectionOfPart: Record<SiteId, SectionId> = {
  profile: "profile",
  resume: "resume",
  settings: "look",
  sections: "home",
  navigation: "navigation",
  seo: "seo",
  redirects: "redirects",
};

/** Where it is edited. */
export function editorOf({ kind, id }: Pick<KindItem, "kind" | "id">): string {
  return kind === "site"
    ? `/WebsiteManager?section=${(sectionOfPart as Readonly<Record<string, SectionId>>)[id] ?? "overview"}`
    : editorPathOf(kind, id);
}
