import type { MetaDescriptor } from "react-router";

/**
 * Title and canonical address of a page: they follow every navigation. What else a page says to programs is on the
 * server only, see app/shell/page-facts.tsx.
 */
export function pageMeta(page: {
  title: string;
  /** Canonical path, e.g. `/project/atlas`. */
  path: string;
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
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
