/** The "create from…" actions of all tools, loaded with the first click on one. */
import { mayOpen } from "#app/session/access.ts";
import { currentSession } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import type { ToolDraft, ToolFeature } from "#app/ui/tool-feature.ts";
import { pageAt } from "#lib/pages.ts";

const files = import.meta.glob<{ feature: ToolFeature }>("../features/*/feature.ts", {
  eager: true,
});

/** @returns the address at which the draft lies open; undefined: no tool that they may open takes it */
export function createFrom(
  draft: ToolDraft,
  roles: SessionUser["roles"] | undefined = currentSession().user?.roles,
  features: readonly ToolFeature[] = Object.values(files).map(({ feature }) => feature),
): string | undefined {
  const takes = features.find(
    ({ path, createFrom: of }) => of?.kind === draft.kind && mayOpen(pageAt(path).access, roles),
  );
  return takes?.createFrom?.open(draft);
}
