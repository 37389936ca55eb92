/** `/feed.xml`: what is new on the site, as Atom (RFC 4287). */
import type { PublicCertificate } from "#lib/documents/certificate.ts";
import type { PublicProject } from "#lib/documents/project.ts";
import { feedPath } from "#lib/found/addresses.ts";
import { pageFacts } from "#lib/found/page-facts.ts";
import { toHtml } from "#lib/rich-text/html.ts";
import { escapeXml } from "#lib/escape-xml.ts";
import type { SiteContent, SiteFileMaker } from "./site-file.ts";

const mostEntries = 50;

export const feed: SiteFileMaker = {
  owns: (path) => path === feedPath,
  make: (_path, content) => ({
    contentType: "application/atom+xml; charset=utf-8",
    body: makeFeed(content),
    // Readers of feeds that run in a browser fetch it from there.
    headers: [
      ["Access-Control-Allow-Origin", "*"],
      ["Cross-Origin-Resource-Policy", "cross-origin"],
    ],
  }),
};

type Entry = {
  /** Of the document: `projects/atlas`. */
  document: string;
  title: string;
  url: string;
  summary: string;
  /** Made only of those that are in the feed. */
  html: () => string;
  tags: readonly string[];
  /** RFC 3339, UTC. */
  createTime: string;
  updateTime: string;
};

function makeFeed({ data, origin }: SiteContent): string {
  const entries = [
    ...data.projects.map((project) => projectEntry(project, origin)),
    ...data.certificates.map((certificate) => certificateEntry(certificate, origin)),
  ].toSorted((a, b) => b.createTime.localeCompare(a.createTime));
  const name = data.resume?.basics?.name || new URL(origin).host;
  const updated = entries.map(({ updateTime }) => updateTime).toSorted();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element("id", origin + feedPath),
    element("title", name),
    element("subtitle", pageFacts("/", data)?.description ?? ""),
    // Atom wants a time of an empty feed, too.
    element("updated", updated.at(-1) ?? "1970-01-01T00:00:00Z"),
    `<author>${element("name", name)}${element("uri", `${origin}/`)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + feedPath)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/`)}"/>`,
    ...entries.slice(0, mostEntries).map((entry) => writeEntry(entry, origin)),
    "</feed>",
    "",
  ].join("\n");
}

function writeEntry(entry: Entry, origin: string): string {
  const { document, title, url, summary, html, tags, createTime, updateTime } = entry;
  return [
    "<entry>",
    element("id", tagUri(document, createTime, origin)),
    element("title", title),
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    element("published", createTime),
    element("updated", updateTime),
    ...tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    ...(summary ? [element("summary", summary)] : []),
    `<content type="html">${escapeXml(html())}</content>`,
    "</entry>",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function projectEntry(project: PublicProject, origin: string): Entry {
  const { id, slug, title, summary, cover, tags, createTime, updateTime } = project;
  const picture = cover
    ? `<p><img src="${escapeXml(origin + cover.src)}" alt="${escapeXml(cover.alt)}" width="${cover.width}" height="${cover.height}"/></p>`
    : "";
  const lead = summary ? `<p>${escapeXml(summary)}</p>` : "";
  return {
    document: `projects/${id}`,
    title,
    url: `${origin}/project/${slug}`,
    summary,
    html: () => picture + lead + toHtml(project.body, { origin }),
    tags,
    createTime,
    updateTime,
  };
}

function certificateEntry(certificate: PublicCertificate, origin: string): Entry {
  const { id, title, issuer, issueDate, description, createTime, updateTime } = certificate;
  const summary = [issuer, issueDate].filter(Boolean).join(" · ");
  return {
    document: `certificates/${id}`,
    title,
    url: `${origin}/certificates#certificate-${encodeURIComponent(id)}`,
    summary,
    html: () =>
      [summary, description ?? ""]
        .filter(Boolean)
        .map((text) => `<p>${escapeXml(text)}</p>`)
        .join(""),
    tags: [],
    createTime,
    updateTime,
  };
}

/** RFC 4151: it stays when the title and the address change. */
function tagUri(document: string, createTime: string, origin: string): string {
  const name = document.split("/").map(encodeURIComponent).join("/");
  return `tag:${new URL(origin).hostname},${createTime.slice(0, 10)}:${name}`;
}
