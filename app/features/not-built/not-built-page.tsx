import { useLocation } from "react-router";
import type { MetaArgs } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { pageAt } from "#lib/pages.ts";

const Body = lazyPage(() => import("./not-built.tsx"));
export const handle = Body;

export function meta({ location, matches }: MetaArgs) {
  return pageMeta({ ...pageAt(location.pathname), matches });
}

export default function NotBuiltPage() {
  return <Body page={pageAt(useLocation().pathname)} />;
}
