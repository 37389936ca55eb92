/** `/sitemap.xml`, as https://www.sitemaps.org/protocol.html has it: every page that is there to be found. */
import { everyFoundPage, isIndexable } from "#lib/found/addresses.ts";
import { pageFacts } from "#lib/found/page-facts.ts";
import { escapeXml } from "#lib/escape-xml.ts";
import type { SiteFileMaker } from "./site-file.ts";

/** Of one file, by the protocol. */
const mostAddresses = 50_000;

export const sitemap: SiteFileMaker = {
  owns: (path) => path === "/sitemap.xml",
  make(_path, { data, origin }) {
    const paths = isIndexable(data) ? everyFoundPage(data).slice(0, mostAddresses) : [];
    const modified = new Map<string, string>([
      ...data.projects.map(({ slug, updateTime }) => [`/project/${slug}`, updateTime] as const),
      ...data.foodPosts.map(({ slug, updateTime }) => [`/foodblog/${slug}`, updateTime] as const),
    ]);
    const urls = paths.map((path) => {
      const lastModified = modified.get(path) ?? pageFacts(path, data)?.lastModified;
      const lastmod = lastModified && `<lastmod>${lastModified.slice(0, 10)}</lastmod>`;
      return `<url><loc>${escapeXml(origin + path)}</loc>${lastmod ?? ""}</url>`;
    });
    return {
      contentType: "application/xml; charset=utf-8",
      body: [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        ...urls,
        "</urlset>",
        "",
      ].join("\n"),
    };
  },
};
