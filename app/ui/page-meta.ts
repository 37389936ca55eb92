import type { MetaDescriptor } from "react-router";

/** Title, description and canonical address of a page; what is the same on every page stands in the root. */
export function pageMeta(page: {
  title: string;
  description: string;
  /** Canonical path, e.g. `/project/atlas`. */
  path: string;
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}): MetaDescriptor[] {
  const site = page.matches.find((match) => match?.id === "root")?.loaderData as
    | { name: string; origin: string }
    | undefined;
  const title =
    page.path === "/" ? page.title : [page.title, site?.name].filter(Boolean).join(" · ");
  const metas: MetaDescriptor[] = [
    { title },
    { name: "description", content: page.description },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
  ];
  if (site !== undefined) {
    const url = site.origin + page.path;
    metas.push(
      { tagName: "link", rel: "canonical", href: url },
      { property: "og:url", content: url },
    );
  }
  return metas;
}
