import { useLocation } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";
import { pageAt } from "#lib/pages.ts";

const Body = lazyPage(() => import("./not-built.tsx"));
export const handle = Body;

export const meta = metaOfPage;

export default function NotBuiltPage() {
  return <Body page={pageAt(useLocation().pathname)} />;
}
