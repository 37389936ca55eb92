/** The "create from…" actions of all tools, which the same small files say as the palette's entries. */
import { mayOpen } from "#app/session/access.ts";
import { currentSession, subscribe } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import type { ToolDraft, ToolFeature } from "#app/ui/tool-feature.ts";
import { pageAt } from "#lib/pages.ts";
import { toolFeatures } from "./tool-entries.ts";

/** @returns the address at which the draft lies open; undefined: no tool that they may open takes it */
export async function createFrom(
  draft: ToolDraft,
  roles: SessionUser["roles"] | undefined = currentSession().user?.roles,
  features: readonly ToolFeature[] = toolFeatures,
): Promise<string | undefined> {
  const takes = features.find(
    ({ path, createFrom: of }) => of?.kind === draft.kind && mayOpen(pageAt(path).access, roles),
  );
  if (takes?.createFrom === undefined) return undefined;
  const { user } = currentSession();
  // Few who search hand anything over.
  const { handOver } = await import("#app/ui/handed-over.ts");
  if (currentSession().user?.uid !== user?.uid) return undefined;
  handOver(draft);
  // What nobody has taken is not there for who signs in next.
  const stop = subscribe(() => {
    if (currentSession().user?.uid === user?.uid) return;
    handOver(undefined);
    stop();
  });
  return takes.createFrom.path;
}
