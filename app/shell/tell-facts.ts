import { canonicalPath } from "#lib/canonical-path.ts";
import { isIndexable } from "#lib/found/addresses.ts";
import { pageFacts } from "#lib/found/page-facts.ts";
import { structuredData } from "#lib/found/structured-data.ts";
import { pageDescription } from "#lib/page-descriptions.ts";
import { pages } from "#lib/pages.ts";
import type { PublicData } from "#lib/server-backend.ts";
import type { ToldFacts } from "./page-facts.tsx";

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
    things: facts === undefined ? [] : structuredData(facts, data, origin),
  };
}
