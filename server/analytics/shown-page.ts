/** Which addresses are counted: whoever makes some up takes no real page's place. */
import { isPageAddress } from "#lib/page-of-address.ts";
import type { PublicData } from "#lib/public-data.ts";

/** Whether visitors see a page there. While the content cannot be read, what looks like one is taken for one. */
export function isShownPage(
  path: string,
  { projects, failed }: Pick<PublicData, "projects" | "failed">,
): boolean {
  if (!isPageAddress(path)) return false;
  const [, first, slug] = path.split("/");
  if (first !== "project" || slug === undefined) return true;
  return failed || projects.some((one) => one.slug === slug);
}
