/** `/feed.xml`: what is new on the site, as Atom (RFC 4287); `/foodblog/feed.xml`: of that the food posts. */
import type { PublicCertificate } from "#lib/documents/certificate.ts";
import type { PublicFoodPost } from "#lib/documents/food-post.ts";
import type { Image } from "#lib/documents/parts.ts";
import type { PublicProject } from "#lib/documents/project.ts";
import { ratingWords } from "#lib/food/food-words.ts";
import { placeLine } from "#lib/food/place-words.ts";
import { feedPath, foodFeedPath } from "#lib/found/addresses.ts";
import { pageFacts } from "#lib/found/page-facts.ts";
import { toHtml } from "#lib/rich-text/html.ts";
import { withoutControls } from "#lib/rich-text/markdown-line.ts";
import { escapeXml } from "#lib/escape-xml.ts";
import { pageAt } from "#lib/pages.ts";
import type { SiteContent, SiteFileMaker } from "./site-file.ts";

const mostEntries = 50;

export const feed: SiteFileMaker = {
  owns: (path) => path === feedPath || path === foodFeedPath,
  make: (path, content) => ({
    contentType: "application/atom+xml; charset=utf-8",
    // Some readers are in terminals.
    body: withoutControls(path === foodFeedPath ? foodFeed(content) : siteFeed(content)),
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

type Feed = {
  /** Its own, and the page that it belongs to. */
  path: string;
  page: string;
  title: string;
  entries: Entry[];
};

function siteFeed(content: SiteContent): string {
  const { data, origin } = content;
  const entries = [
    ...data.projects.map((project) => projectEntry(project, origin)),
    ...data.certificates.map((certificate) => certificateEntry(certificate, origin)),
    ...data.foodPosts.map((post) => foodPostEntry(post, origin)),
  ];
  return makeFeed({ path: feedPath, page: "/", title: ownerName(content), entries }, content);
}

function foodFeed(content: SiteContent): string {
  const { data, origin } = content;
  const page = pageAt("/foodblog");
  const title = `${page.title} · ${ownerName(content)}`;
  const entries = data.foodPosts.map((post) => foodPostEntry(post, origin));
  return makeFeed({ path: foodFeedPath, page: page.path, title, entries }, content);
}

function ownerName({ data, origin }: SiteContent): string {
  return data.resume?.basics?.name || new URL(origin).host;
}

function makeFeed(feed: Feed, content: SiteContent): string {
  const { data, origin } = content;
  const { path, page, title } = feed;
  const entries = feed.entries.toSorted((a, b) => b.createTime.localeCompare(a.createTime));
  const updated = entries.map(({ updateTime }) => updateTime).toSorted();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element("id", origin + path),
    element("title", title),
    element("subtitle", pageFacts(page, data)?.description ?? ""),
    // Atom wants a time of an empty feed, too.
    element("updated", updated.at(-1) ?? "1970-01-01T00:00:00Z"),
    `<author>${element("name", ownerName(content))}${element("uri", `${origin}/`)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + page)}"/>`,
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
  return {
    document: `projects/${id}`,
    title,
    url: `${origin}/project/${slug}`,
    summary,
    html: () => picture(cover, origin) + lines(summary) + toHtml(project.body, { origin }),
    tags,
    createTime,
    updateTime,
  };
}

function foodPostEntry(post: PublicFoodPost, origin: string): Entry {
  const { id, slug, title, summary, cover, tags, place, rating, createTime, updateTime } = post;
  const facts = [place && placeLine(place), rating && ratingWords(rating)].filter(Boolean);
  return {
    document: `foodPosts/${id}`,
    title,
    url: `${origin}/foodblog/${slug}`,
    summary,
    html: () =>
      picture(cover, origin) + lines(summary, facts.join(" · ")) + toHtml(post.body, { origin }),
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
    html: () => lines(summary, description),
    tags: [],
    createTime,
    updateTime,
  };
}

function picture(cover: Image | undefined, origin: string): string {
  if (cover === undefined) return "";
  const { src, alt, width, height } = cover;
  return `<p><img src="${escapeXml(origin + src)}" alt="${escapeXml(alt)}" width="${width}" height="${height}"/></p>`;
}

/** Those that say something, each a paragraph. */
function lines(...texts: readonly (string | undefined)[]): string {
  return texts.map((text) => (text ? `<p>${escapeXml(text)}</p>` : "")).join("");
}

/** RFC 4151: it stays when the title and the address change. */
function tagUri(document: string, createTime: string, origin: string): string {
  const name = document.split("/").map(encodeURIComponent).join("/");
  return `tag:${new URL(origin).hostname},${createTime.slice(0, 10)}:${name}`;
}
