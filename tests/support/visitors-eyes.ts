/** What a visitor without a browser, cookies or manners can read of a site: every address that says something of it. */
import { siteIds } from "#lib/content/kinds.ts";
import { pages } from "#lib/pages.ts";
import { standInOptions } from "./firebase-stand-in-hosts.ts";
import type { FoyerProcess } from "./foyer-process.ts";

const shown = pages.filter(({ access, built }) => access === "visitor" && built);
const files = [
  "search.json",
  "llms.txt",
  "sitemap.xml",
  "feed.xml",
  "foodblog/feed.xml",
  "leetcode/problems.json",
  "resume.json",
  "contact.vcf",
];
const stored = [
  "projects",
  "certificates",
  "foodPosts",
  "foodWishlist",
  "problems",
  "problemNotes",
  "snapshots",
  "site",
  "drafts",
  "schedules",
  "trash",
  ...siteIds.flatMap((id) => [`site/${id}`, `site/${id}/versions`, `drafts/site_${id}`]),
];

/** @param more paths besides those of the pages, such as `/project/lamps` */
export async function addressesSaying(
  foyer: FoyerProcess,
  words: string,
  more: readonly string[] = [],
): Promise<string[]> {
  const { origin, standIn } = foyer;
  const paths = [...shown.map(({ path }) => path), ...more];
  const own = [
    ...paths,
    ...paths.map((path) => (path === "/" ? "/_.data" : `${path}.data`)),
    ...paths.map((path) => (path === "/" ? "/index.md" : `${path}.md`)),
    ...files.map((file) => `/${file}`),
    "/api/content/list?kind=projects",
    "/api/content/trash?kind=certificates",
    "/api/site-preview",
    "/api/media",
  ].map((path) => origin + path);
  const database = standIn === undefined ? `${origin}/` : `${standInOptions.databaseURL}/`;
  const [documents, bucket] =
    standIn === undefined
      ? [`${origin}/v1`, `${origin}/v0`]
      : ["https://firestore.googleapis.com/v1", "https://firebasestorage.googleapis.com/v0"];
  const served = [
    ...stored.map((name) => `${documents}/projects/foyer/databases/(default)/documents/${name}`),
    `${bucket}/b/foyer/o?prefix=drafts/`,
    `${database}.json?ns=foyer`,
    `${database}editing.json?ns=foyer`,
  ];
  const ask = standIn?.fetch ?? fetch;
  const saying = await Promise.all([
    ...own.map(async (address) => [address, await (await fetch(address)).text()] as const),
    ...served.map(async (address) => [address, await (await ask(address)).text()] as const),
  ]);
  return saying.flatMap(([address, text]) => (text.includes(words) ? [address] : []));
}
