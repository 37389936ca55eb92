import { contactCardMaker } from "./contact-card.ts";
import { feed } from "./feed.ts";
import { llms } from "./llms.ts";
import { mirror } from "./mirrors/mirror.ts";
import { problemFiles } from "./problem-files.ts";
import { resumeJson } from "./resume-json.ts";
import { robots } from "./robots.ts";
import { searchIndex } from "./search-index.ts";
import { createSecurityTxt } from "./security-txt.ts";
import type { SiteFileMaker } from "./site-file.ts";
import { sitemap } from "./sitemap.ts";

/**
 * Every file that is made of the site's content; the first that owns a path makes it.
 * @param heavy those that are made in processes of their own
 */
export function createSiteFileMakers({
  now,
  heavy,
}: {
  now: () => number;
  heavy: readonly SiteFileMaker[];
}): SiteFileMaker[] {
  return [
    contactCardMaker,
    resumeJson,
    searchIndex,
    sitemap,
    robots,
    feed,
    llms,
    mirror,
    problemFiles,
    createSecurityTxt(now),
    ...heavy,
  ];
}
