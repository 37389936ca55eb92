/** `/search.json`: what the palette looks through. Titles, tags and a line of each thing that anyone may see. */
import { placeLine } from "#lib/food/place-words.ts";
import { shorten } from "#lib/found/shorten.ts";
import { problemHref } from "#lib/leetcode/problem-files.ts";
import { pageDescription } from "#lib/page-descriptions.ts";
import { pages } from "#lib/pages.ts";
import { fitsPdf } from "#lib/resume/fits-pdf.ts";
import { plainResume } from "#lib/resume/plain-resume.ts";
import { resumePdfPath } from "#lib/resume/resume-addresses.ts";
import type { SearchEntry, SearchIndex } from "#lib/search-entry.ts";
import type { PublicData } from "#lib/server-backend.ts";
import type { SiteFileMaker } from "./site-file.ts";

/** Without the pages. Problems, of which there may be thousands, fall out first, then what was changed longest ago. */
const maxEntries = 2000;
const maxSummaryLength = 120;
const maxWordsLength = 200;

export const searchIndex: SiteFileMaker = {
  owns: (path) => path === "/search.json",
  make: (_path, { data }) => ({
    contentType: "application/json; charset=utf-8",
    body: JSON.stringify({
      entries: [...pageEntries(), ...fileEntries(data), ...contentEntries(data)],
    } satisfies SearchIndex),
  }),
};

/** The palette knows the pages itself; their descriptions come from here. An easter egg is not found by looking. */
function pageEntries(): SearchEntry[] {
  return pages
    .filter(({ access, path }) => access === "visitor" && path !== "/secret")
    .map(({ path, title }) => ["page", title, path, pageDescription(path), ""]);
}

/** Only where there is one: what is offered is there. */
function fileEntries({ resume, profile }: PublicData): SearchEntry[] {
  if (resume === null) return [];
  const isThere = profile?.resumePdf !== undefined || fitsPdf(plainResume(resume));
  return isThere ? [["file", "Download resume", resumePdfPath, "", "cv pdf print"]] : [];
}

type Dated = { updateTime: string; entry: SearchEntry };

function contentEntries(data: PublicData): SearchEntry[] {
  const { projects, certificates, problems, foodPosts, foodWishlist } = data;
  const dated: Dated[] = [
    ...projects.map(({ updateTime, title, slug, summary, tags, stack }) => ({
      updateTime,
      entry: entry("project", title, `/project/${slug}`, summary, [...tags, ...stack]),
    })),
    ...certificates.map(({ updateTime, id, title, issuer, skills }) => ({
      updateTime,
      entry: entry(
        "certificate",
        title,
        `/certificates#certificate-${encodeURIComponent(id)}`,
        issuer,
        skills,
      ),
    })),
    ...foodPosts.map(({ updateTime, title, slug, summary, tags, dishes, place }) => ({
      updateTime,
      entry: entry("post", title, `/foodblog/${slug}`, summary || (place ? placeLine(place) : ""), [
        ...tags,
        ...dishes,
        place ? placeLine(place) : "",
      ]),
    })),
    ...foodWishlist.map(({ updateTime, id, title, tags, place }) => ({
      updateTime,
      entry: entry(
        "wish",
        title,
        `/foodwishlist#wish-${encodeURIComponent(id)}`,
        place ? placeLine(place) : "",
        tags,
      ),
    })),
  ];
  const asked = problems.map(({ updateTime, id, title, difficulty, categories }) => ({
    updateTime,
    entry: entry("problem", title, problemHref(id), difficulty ?? "", categories),
  }));
  const first = newest(dated, maxEntries);
  const rest = newest(asked, maxEntries - first.length);
  return newest([...first, ...rest], maxEntries).map((item) => item.entry);
}

function newest(dated: readonly Dated[], most: number): Dated[] {
  return dated
    .toSorted((a, b) => Date.parse(b.updateTime) - Date.parse(a.updateTime))
    .slice(0, most);
}

function entry(
  kind: SearchEntry[0],
  title: string,
  href: string,
  summary: string,
  words: readonly string[],
): SearchEntry {
  return [
    kind,
    title,
    href,
    shorten(summary, maxSummaryLength),
    [...new Set(words)].join(" ").slice(0, maxWordsLength),
  ];
}
