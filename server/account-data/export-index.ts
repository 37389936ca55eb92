/** The texts of an export: a page that can be read from a disk, without script or network, and a plain one. */
import { escapeXml } from "#lib/escape-xml.ts";
import { inUtc } from "./receipts.ts";

export type ExportedPart = {
  title: string;
  /** Of its file in the archive. */
  name: string;
  count: number;
  /** Files of its own, as far as they are listed. */
  links?: string[];
};

const style = `:root{color-scheme:light dark}body{max-width:44rem;margin:3rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}
table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.5rem .75rem .5rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);overflow-wrap:anywhere}
td.count{text-align:end;font-variant-numeric:tabular-nums}li{overflow-wrap:anywhere}h1{line-height:1.2}`;

export function exportIndex(facts: {
  site: string;
  now: Date;
  parts: readonly ExportedPart[];
  isComplete: boolean;
}): string {
  const { site, now, parts, isComplete } = facts;
  const rows = parts.map(({ title, name, count }) => {
    const shown = count === 0 && name.endsWith("/") ? escapeXml(title) : link(name, title);
    return `<tr><td>${shown}</td><td class="count">${count}</td></tr>`;
  });
  const files = parts.filter(({ links }) => links !== undefined && links.length > 0);
  const lists = files.map(
    ({ title, links = [], count }) =>
      `<h2>${escapeXml(title)}</h2><ul>${links.map((name) => `<li>${link(name, name.slice(name.indexOf("/") + 1))}</li>`).join("\n")}</ul>${
        count > links.length ? `<p>And ${count - links.length} more.</p>` : ""
      }`,
  );
  const warning = isComplete
    ? ""
    : `<p><strong>Something could not be read.</strong> ${link("missing.txt", "What is missing, and why")}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Your data from ${escapeXml(site)}</title><style>${style}</style></head>
<body><h1>Your data from ${escapeXml(site)}</h1>
<p>As it was at ${escapeXml(inUtc(now.toISOString()))}. ${link("README.txt", "What the files are")}</p>
${warning}
<table><thead><tr><th>What</th><th>Entries</th></tr></thead><tbody>
${rows.join("\n")}
</tbody></table>
${lists.join("\n")}
</body></html>
`;
}

function link(name: string, text: string): string {
  const href = name.split("/").map(encodeURIComponent).join("/");
  return `<a href="${escapeXml(href)}">${escapeXml(text)}</a>`;
}

export function exportReadme({ site, now }: { site: string; now: Date }): string {
  return `Your data from ${site}
As it was at ${inUtc(now.toISOString())}.

Open index.html in a browser: it lists what is here. Nothing in it needs a network.

*.json    One JSON document of a place in the live database, with its keys.
*.jsonl   One JSON document on each line: where it was, when it was made and changed, and its fields.
files/    Your files, under names that every system can write.
*-metadata-N.jsonl
          Of each file its own name, type, size, checksum (MD5, base64) and when it was changed.

What is shared with others, such as a chat room, is not here: what they wrote is theirs.
What could not be read is named in missing.txt; without that file nothing was left out.
`;
}
