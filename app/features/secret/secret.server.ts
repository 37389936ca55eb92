/** The files of the terminal, made of what every visitor may see. Bounded: the whole tree stands in the page. */
import { formatDate, formatPeriod } from "#lib/format-date.ts";
import { profileLinks } from "#lib/documents/profile-links.ts";
import type { PublicCertificate } from "#lib/documents/certificate.ts";
import type { PublicFoodPost } from "#lib/documents/food-post.ts";
import type { PublicFoodWish } from "#lib/documents/food-wish.ts";
import type { PublicProject } from "#lib/documents/project.ts";
import { closedWords, formatMoney, ratingWords, statusWords } from "#lib/food/food-words.ts";
import { placeLine } from "#lib/food/place-words.ts";
import { shorten } from "#lib/found/shorten.ts";
import { pageDescription } from "#lib/page-descriptions.ts";
import { pagesIn } from "#lib/pages.ts";
import { plainResume } from "#lib/resume/plain-resume.ts";
import { toPlainText } from "#lib/rich-text/plain-text.ts";
import type { PublicData } from "#lib/server-backend.ts";
import type { FileNode, Folder, TextFile } from "./file-tree.ts";

const maxFilesInFolder = 200;
const maxTextLetters = 4000;
const maxSummaryLetters = 600;

export function fileTree(data: PublicData): Folder {
  return {
    name: "",
    href: "/",
    entries: [
      folder("projects", "/project", data.projects, (project) => project.slug, projectFile),
      folder("certificates", "/certificates", data.certificates, fileName, certificateFile),
      folder("food", "/foodblog", data.foodPosts, (post) => post.slug, foodPostFile),
      folder("wishlist", "/foodwishlist", data.foodWishlist, fileName, wishFile),
      folder("games", undefined, pagesIn("play"), ({ path }) => path.slice(1), gameFile),
      file("about", "/about", aboutText(data)),
      file("resume", "/resume", resumeText(data)),
      file("contact", "/contact", contactText(data)),
    ],
  };
}

/** The first of them; a last file says how many are missing. Names are made to differ. */
function folder<Item>(
  name: string,
  href: string | undefined,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  fileOf: (name: string, item: Item) => TextFile,
): Folder {
  const taken = new Set<string>();
  const entries: FileNode[] = items.slice(0, maxFilesInFolder).map((item) => {
    const wanted = nameOf(item) || "untitled";
    let free = wanted;
    for (let at = 2; taken.has(free); at++) free = `${wanted}-${at}`;
    taken.add(free);
    return fileOf(free, item);
  });
  const missing = items.length - entries.length;
  if (missing > 0) entries.push(file("and-more", href, `${missing} more are on the page.`));
  return { name, entries, ...(href === undefined ? {} : { href }) };
}

function file(name: string, href: string | undefined, text: string): TextFile {
  const short =
    text.length > maxTextLetters
      ? `${text.slice(0, maxTextLetters).toWellFormed()}…\nThe rest is on the page.`
      : text;
  return { name: `${name}.txt`, text: short, ...(href === undefined ? {} : { href }) };
}

/** Of the title, as it can be typed: letters of any script and digits. */
function fileName({ title }: { title: string }): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60)
    .toWellFormed();
}

function projectFile(name: string, project: PublicProject): TextFile {
  const { slug, title, summary, tags, stack, links, startDate, endDate } = project;
  return file(
    name,
    `/project/${slug}`,
    lines(
      title,
      formatPeriod(startDate, endDate),
      shorten(summary, maxSummaryLetters),
      labelled("Tags", tags),
      labelled("Made with", stack),
      ...links.map(({ label, url }) => `${label}: ${url}`),
    ),
  );
}

function certificateFile(name: string, certificate: PublicCertificate): TextFile {
  const { id, title, issuer, issueDate, expiryDate, description, skills, credentialUrl } =
    certificate;
  return file(
    name,
    `/certificates#certificate-${encodeURIComponent(id)}`,
    lines(
      title,
      issuer,
      `Issued ${formatDate(issueDate)}`,
      expiryDate && `Valid until ${formatDate(expiryDate)}`,
      description && shorten(description, maxSummaryLetters),
      labelled("Skills", skills),
      credentialUrl && `Check: ${credentialUrl}`,
    ),
  );
}

function foodPostFile(name: string, post: PublicFoodPost): TextFile {
  const { slug, title, summary, tags, dishes, place, visitedOn, rating, pricePerPerson } = post;
  return file(
    name,
    `/foodblog/${slug}`,
    lines(
      title,
      place && placeLine(place),
      visitedOn && formatDate(visitedOn),
      rating !== undefined && ratingWords(rating),
      pricePerPerson && `${formatMoney(pricePerPerson)} a person`,
      shorten(summary, maxSummaryLetters),
      labelled("Dishes", dishes),
      labelled("Tags", tags),
    ),
  );
}

function wishFile(name: string, wish: PublicFoodWish): TextFile {
  const { id, title, status, place, closedOn, notes, tags, source } = wish;
  return file(
    name,
    `/foodwishlist#wish-${encodeURIComponent(id)}`,
    lines(
      title,
      statusWords[status],
      place && placeLine(place),
      closedWords(closedOn),
      notes && shorten(notes, maxSummaryLetters),
      source && `Heard of it: ${source.label}`,
      labelled("Tags", tags),
    ),
  );
}

function gameFile(name: string, page: { path: string; title: string; built: boolean }): TextFile {
  return file(
    name,
    page.path,
    lines(page.title, pageDescription(page.path), page.built ? "" : "It is not built yet."),
  );
}

/** What the owner has hidden on the page is not here either. */
function aboutText({ resume, profile, sections }: PublicData): string {
  const isShown = new Set<string>(sections.about.map((section) => section.id));
  const story = profile?.story && toPlainText(profile.story);
  return lines(
    profile?.tagline,
    isShown.has("story") && (story || resume?.basics?.summary),
    ...(isShown.has("now") ? (profile?.now ?? []).map((text) => `Now: ${text}`) : []),
    ...(isShown.has("values")
      ? (profile?.values ?? []).map(({ title, text }) => `${title}: ${text}`)
      : []),
    ...(isShown.has("uses")
      ? (profile?.uses ?? []).map(({ title, items }) => labelled(title, items))
      : []),
  );
}

function resumeText({ resume }: PublicData): string {
  if (resume === null) return "There is no resume yet.";
  const { name, label, summary, sections } = plainResume(resume);
  return lines(
    name,
    label,
    summary,
    ...sections.flatMap(({ title, entries }) => [
      `\n${title.toUpperCase()}`,
      ...entries.map((entry) =>
        [entry.title, entry.place, entry.when, entry.words.join(", ")].filter(Boolean).join(" · "),
      ),
    ]),
  );
}

function contactText({ resume }: PublicData): string {
  return lines(
    resume?.basics?.email,
    ...profileLinks(resume).map(({ label, url }) => `${label}: ${url}`),
    "There is a form on the page: open contact.txt",
  );
}

function labelled(label: string, words: readonly string[]): string | undefined {
  return words.length > 0 ? `${label}: ${words.join(", ")}` : undefined;
}

function lines(...texts: (string | false | undefined)[]): string {
  return texts.filter(Boolean).join("\n");
}
