/** The route module of every game, one for all: each page's script has its names. */
import { useLocation } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { trimSlashes } from "#lib/trim-slashes.ts";

const Body = lazyPage(() => import("./arcade.tsx"));
export const handle = Body;

export const meta = metaOfPage;

export default function ArcadePage() {
  return <Body path={trimSlashes(useLocation().pathname)} />;
}
