/** `site/redirects`: where addresses lead that have no page any more. */
import * as z from "zod/mini";
import { isPlainPath } from "../page-address.ts";
import { pages } from "../pages.ts";
import { trimSlashes } from "../trim-slashes.ts";

export const maxRedirects = 500;

const known = new Set(pages.map(({ path }) => path.toLowerCase()));
const kept =
  /^\/(?:api|auth|img|og|file|share|ticket|token|assets|v0|v1|__[^/]*|\.[^/]*|healthz|readyz)(?:[/.]|$)/i;
/** Files that the site makes of its content, and its own. */
const ownFiles = new Set([
  "/contact.vcf",
  "/favicon.ico",
  "/feed.xml",
  "/foodblog/feed.xml",
  "/llms.txt",
  "/manifest.webmanifest",
  "/resume.json",
  "/resume.pdf",
  "/robots.txt",
  "/search.json",
  "/sitemap.xml",
  "/sw.js",
]);

/** A path of this site as a redirect has it: lower case, no slash behind. */
export function redirectKey(path: string): string {
  return trimSlashes(path).toLowerCase();
}

const from = z.string().check(
  z.maxLength(300),
  z.refine((path) => isPlainPath(path) && path.startsWith("/"), {
    error: "must be a path on this site, such as /old-page",
    abort: true,
  }),
  z.refine((path) => {
    const key = redirectKey(path);
    return !known.has(key) && !ownFiles.has(key) && !kept.test(path) && !path.endsWith(".data");
  }, "is an address that the site needs itself"),
);

/** A page of this site, or an https address that an admin has typed. Never `//host`. */
const to = z
  .string()
  .check(
    z.maxLength(2000),
    z.refine(isTarget, "must be a path on this site, such as /about, or an https address"),
  );

function isTarget(text: string): boolean {
  // URLs drop line breaks, headers refuse them.
  if (/[\s\p{Cc}]/u.test(text)) return false;
  if (/^\/(?![/\\])/.test(text)) return isPlainPath(text.replace(/[?#].*$/s, ""));
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

export const redirect = z.object({
  from,
  to,
  permanent: z._default(z.boolean(), true),
  /** The server made it when an address changed. */
  auto: z.optional(z.boolean()),
  /** RFC 3339, UTC. */
  at: z.optional(z.string().check(z.maxLength(40))),
});

export type Redirect = z.infer<typeof redirect>;
/** It may have more fields, of other versions. */
type StoredRedirect = z.input<typeof redirect>;

export const siteRedirects = z.object({
  list: z
    ._default(z.array(redirect), [])
    .check(
      z.maxLength(maxRedirects),
      z.refine(isWithoutDoubles, "has two redirects from the same address"),
      z.refine(isWithoutLoops, "leads in a circle"),
    ),
  sample: z.optional(z.literal(true)),
});

/** Of what a stored document has as its `list`, whatever that is. */
export function redirectEntries(list: unknown): unknown[] {
  if (list === undefined || list === null) return [];
  return Array.isArray(list) ? list : [list];
}

export function isRedirect(entry: unknown): entry is StoredRedirect {
  return redirect.safeParse(entry).success;
}

function isWithoutDoubles(list: Redirect[]): boolean {
  return new Set(list.map((one) => redirectKey(one.from))).size === list.length;
}

function isWithoutLoops(list: Redirect[]): boolean {
  const next = tableOf(list);
  return list.every(({ from }) => endOf(next, redirectKey(from)) !== undefined);
}

function tableOf(list: readonly Redirect[]): Map<string, Redirect> {
  return new Map(list.map((one) => [redirectKey(one.from), one]));
}

/** The last one of a chain; undefined when it leads in a circle. */
function endOf(table: ReadonlyMap<string, Redirect>, start: string): Redirect | undefined {
  const seen = new Set<string>();
  let here = table.get(start);
  for (let key = start; here !== undefined;) {
    if (seen.has(key)) return undefined;
    seen.add(key);
    key = redirectKey(here.to.replace(/[?#].*$/s, ""));
    const next = table.get(key);
    if (next === undefined) return here;
    here = next;
  }
  return undefined;
}

/** Where a path without a page leads. Chains are followed, circles lead nowhere. */
export function redirectOf(
  list: readonly Redirect[],
  path: string,
): { to: string; permanent: boolean } | undefined {
  if (list.length === 0) return undefined;
  const table = tableOf(list);
  const first = table.get(redirectKey(path));
  const last = first && endOf(table, redirectKey(path));
  if (first === undefined || last === undefined) return undefined;
  return { to: asLocation(last.to), permanent: first.permanent && last.permanent };
}

/** As a header may say it: letters beyond ASCII are encoded. */
function asLocation(to: string): string {
  const here = "http://site.invalid";
  if (!URL.canParse(to, here)) return "/";
  const url = new URL(to, here);
  return url.origin === here ? url.pathname + url.search + url.hash : url.href;
}

/**
 * With one more, for an address that has changed: what led to the old one leads to the new one, and nothing leads away
 * from the new one. Beyond the limit the oldest ones that the server made go, this one last. What is no redirect stays
 * as it is.
 * @param keepsOwn what an admin has leading away from the new one stays; the list is as it was if that made a circle
 */
export function withMovedAddress<Entry>(
  list: readonly Entry[],
  moved: { from: string; to: string; at?: string | undefined },
  { keepsOwn = false } = {},
): (Entry | Redirect)[] {
  const [old, now] = [redirectKey(moved.from), redirectKey(moved.to)];
  const isInTheWay = (one: StoredRedirect) => {
    const key = redirectKey(one.from);
    return key === old || (key === now && !(keepsOwn && one.auto !== true));
  };
  const others = list
    .filter((one) => !isRedirect(one) || !isInTheWay(one))
    .map((one) =>
      isRedirect(one) && redirectKey(one.to) === old ? { ...one, to: moved.to } : one,
    );
  const longer = [...others, { permanent: true, auto: true, ...moved }];
  const fitting = longer.filter(isRedirect).map((one) => z.parse(redirect, one));
  if (endOf(tableOf(fitting), old) === undefined) return [...list];
  let tooMany = fitting.length - maxRedirects;
  return longer.filter((one) => !(isRedirect(one) && one.auto && tooMany-- > 0));
}
