import { canonicalPath } from "#lib/canonical-path.ts";
import { isIndexable, isItemPage } from "#lib/found/addresses.ts";
import { pageFacts } from "#lib/found/page-facts.ts";
import { structuredData } from "#lib/found/structured-data.ts";
import type { SiteSeo } from "#lib/documents/seo.ts";
import { imageAddress, parseImageAddress } from "#lib/image-address.ts";
import { pageDescription } from "#lib/page-descriptions.ts";
import { pages } from "#lib/pages.ts";
import type { PublicData } from "#lib/server-backend.ts";
import type { SharedPicture, ToldFacts } from "./page-facts.tsx";

/** For the document of the page at `pathname`; on the server only. */
export function tellFacts(pathname: string, data: PublicData, origin: string): ToldFacts {
  const path = canonicalPath(pathname) ?? pathname;
  const facts = pageFacts(path, data);
  const isKnown = pages.some((page) => page.path === path);
  return {
    origin,
    siteName: data.resume?.basics?.name ?? "",
    description: facts?.description ?? (isKnown ? pageDescription(path) : undefined),
    facts,
    isIndexable: isIndexable(data),
    verification: path === "/" ? (data.seo?.verification ?? []) : [],
    picture: isItemPage(path) ? undefined : sharedPicture(data.seo),
    things: facts === undefined ? [] : structuredData(facts, data, origin),
  };
}

/** Wide enough for every network, and a JPEG, which all of them take. */
const pictureWidth = 1280;

/** A stored picture as those programs take it; undefined for what is no address of one. */
function sharedPicture(seo: SiteSeo | null | undefined): SharedPicture | undefined {
  if (!seo?.picture) return undefined;
  const { src, width, height } = seo.picture;
  const stored = parseImageAddress(src);
  const asJpeg = stored && imageAddress(stored, pictureWidth, "jpg");
  if (asJpeg === undefined) return undefined;
  const scale = Math.min(1, pictureWidth / width);
  return {
    src: asJpeg,
    type: "image/jpeg",
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  };
}
