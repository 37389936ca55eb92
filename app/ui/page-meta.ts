import type { Location, MetaDescriptor } from "react-router";
import { pageAt } from "#lib/pages.ts";
import { trimSlashes } from "#lib/trim-slashes.ts";

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];
type MetaArgs = { location: Location; matches: Matches };

/** Of a route that is a page of lib/pages.ts. All of them share it: each page's script has all route modules. */
export function metaOfPage({ location, matches }: MetaArgs): MetaDescriptor[] {
  return pageMeta({ ...pageAt(location.pathname), matches });
}

/** Of a page of a single thing. */
export function metaOfItem({
  loaderData,
  location,
  matches,
}: MetaArgs & { loaderData: { title: string } }): MetaDescriptor[] {
  return pageMeta({ path: trimSlashes(location.pathname), title: loaderData.title, matches });
}

/**
 * Title and canonical address of a page: they follow every navigation. What else a page says to programs is on the
 * server only, see app/shell/page-facts.tsx.
 */
export function pageMeta(page: {
  title: string;
  /** Canonical path, e.g. `/project/atlas`. */
  path: string;
  matches: Matches;
}): MetaDescriptor[] {
  const site = page.matches.find((match) => match?.id === "root")?.loaderData as
    | { name: string; origin: string; titles: Record<string, string> }
    | undefined;
  const title =
    site?.titles[page.path] ??
    (page.path === "/" ? page.title : [page.title, site?.name].filter(Boolean).join(" · "));
  const metas: MetaDescriptor[] = [{ title }];
  if (site !== undefined) {
    metas.push({ tagName: "link", rel: "canonical", href: site.origin + page.path });
  }
  return metas;
}
