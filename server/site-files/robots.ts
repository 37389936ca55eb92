/** `/robots.txt`. A site that is not to be found lets everybody in too: only who reads a page sees its noindex. */
import { isIndexable } from "#lib/found/addresses.ts";
import type { SiteFileMaker } from "./site-file.ts";

export const robots: SiteFileMaker = {
  owns: (path) => path === "/robots.txt",
  make(_path, { data, origin }) {
    const lines = ["User-agent: *", "Disallow: /api/", "Disallow: /calendar/"];
    if (isIndexable(data)) lines.push("", `Sitemap: ${origin}/sitemap.xml`);
    return { contentType: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n` };
  },
};
