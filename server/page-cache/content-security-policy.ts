/**
 * The content security policy of a page. A public page is cached, so it cannot carry a nonce:
 * it is rendered with an unguessable one, exactly the inline scripts and styles that carry it are hashed, and the nonce
 * is stripped. A script that merely stands in the content carries none and so never runs.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

const fixed = [
  "default-src 'none'",
  "font-src 'self'",
  "form-action 'self'",
  // Videos and sounds of a drive, by tickets.
  "media-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** What the browser's SDK needs beside our own host: sources as a policy has them. */
export type OtherHosts = {
  /** It speaks to these. */
  connect: readonly string[];
  /** Code of theirs runs in our pages. */
  scripts: readonly string[];
  frames: readonly string[];
  /** Pictures of maps; none unless said. */
  pictures?: readonly string[];
};

export const noOtherHosts: OtherHosts = { connect: [], scripts: [], frames: [] };

function policy(others: OtherHosts, scripts: string[], styles: string[]): string {
  return [
    ...fixed,
    ["img-src 'self' data: blob:", ...(others.pictures ?? [])].join(" "),
    ["connect-src 'self'", ...others.connect].join(" "),
    ["script-src 'self'", ...scripts, ...others.scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    ...(others.frames.length === 0 ? [] : [["frame-src", ...others.frames].join(" ")]),
  ].join("; ");
}

export function noncePolicy(nonce: string, others: OtherHosts = noOtherHosts): string {
  return policy(others, [`'nonce-${nonce}'`], [`'nonce-${nonce}'`]);
}

/** @returns the HTML without the nonce, and the policy that lets exactly what carried it run. */
export function hashInlineCode(
  html: string,
  nonce: string,
  others: OtherHosts = noOtherHosts,
): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + mark.length)) {
    const tagStart = html.lastIndexOf("<", at);
    const tagEnd = html.indexOf(">", at);
    const name = /^<([a-z]+)/.exec(html.slice(tagStart, tagEnd))?.[1];
    if (name !== "script" && name !== "style") continue;
    const close = html.indexOf(`</${name}`, tagEnd);
    const code = html.slice(tagEnd + 1, close);
    if (code === "") continue;
    const hash = hashOf(code);
    (name === "script" ? scripts : styles).add(hash);
  }
  return { html: html.replaceAll(mark, ""), policy: policy(others, [...scripts], [...styles]) };
}

const hashes = new LRUCache<string, string>({ max: 100 });

// The same code is in every page; comparing it costs less than hashing it.
function hashOf(code: string): string {
  const known = hashes.get(code);
  if (known !== undefined) return known;
  const hash = `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
  // A copy: a slice would keep the whole page that it was cut from.
  if (code.length < 100_000) hashes.set(Buffer.from(code).toString(), hash);
  return hash;
}
