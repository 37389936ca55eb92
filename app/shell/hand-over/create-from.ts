/** The "create from…" actions of all tools, loaded with the first click on one. */
import { mayOpen } from "#app/session/access.ts";
import { currentSession, subscribe } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import { handOver } from "#app/ui/tool-feature.ts";
import type { ToolDraft, ToolFeature } from "#app/ui/tool-feature.ts";
import { pageAt } from "#lib/pages.ts";

const files = import.meta.glob<{ feature: ToolFeature }>("../../features/*/feature.ts", {
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
  const address = takes?.createFrom?.open(draft);
  if (address !== undefined) forgetWithAccount();
  return address;
}

/** What nobody has taken is not there for who signs in next. */
function forgetWithAccount(): void {
  const { user } = currentSession();
  const stop = subscribe(() => {
    if (currentSession().user?.uid === user?.uid) return;
    handOver(undefined);
    stop();
  });
}
