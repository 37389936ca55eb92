import { mayOpen } from "#app/session/access.ts";
import type { SessionUser } from "#app/session/session.ts";
import type { ToolFeature } from "#app/ui/tool-feature.ts";
import { pageAt } from "#lib/pages.ts";
import type { PaletteEntry } from "./entry.ts";

const files = import.meta.glob<{ feature: ToolFeature }>("../../features/*/feature.ts", {
  eager: true,
});

export const toolFeatures: readonly ToolFeature[] = Object.values(files).map(
  ({ feature }) => feature,
);

/** What can be done in the tools that somebody with these roles may open. */
export function toolEntries(
  roles: SessionUser["roles"] | undefined,
  features: readonly ToolFeature[] = toolFeatures,
): PaletteEntry[] {
  return features.flatMap(({ path, entries }) => {
    const page = pageAt(path);
    // Somebody who is signed out would meet the sign-in first, and forget what for.
    if (!mayOpen(page.access, roles)) return [];
    return entries.map((entry) => ({
      id: `do ${path} ${entry.title}`,
      title: entry.title,
      kind: page.title,
      summary: "",
      words: entry.words,
      target: "act" in entry ? { act: entry.act } : { path: entry.path },
    }));
  });
}
