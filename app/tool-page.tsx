/** The route module of every tool, one for all: each page's script has its names. What stands behind it is in tool-bodies.tsx. */
import { useEffect } from "react";
import { useLocation } from "react-router";
import { Guard } from "#app/session/guard.tsx";
import { currentSession } from "#app/session/session.ts";
import { type CreateFrom, CreateFromContext } from "#app/ui/create-from.ts";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { pageAt } from "#lib/pages.ts";

const Body = lazyPage(() => import("./tool-bodies.tsx"));

const createFrom: CreateFrom = async (draft) =>
  (await import("./shell/create-from/create-from.ts")).createFrom(draft);

export const meta = metaOfPage;

export default function ToolPage() {
  const page = pageAt(useLocation().pathname);
  useEffect(() => {
    // Somebody was signed in here: the tool comes while it is asked whether they still are.
    if (currentSession().status === "unknown") Body.preload();
  }, []);
  return (
    // The router keeps what is drawn by the same module: another tool begins anew.
    <Guard key={page.path} page={page}>
      <CreateFromContext value={createFrom}>
        <Body page={page} />
      </CreateFromContext>
    </Guard>
  );
}
