/**
 * The content security policy of a page. A public page is cached, so it cannot carry a nonce:
 * it is rendered with an unguessable one, exactly the inline scripts and styles that carry it are hashed, and the nonce
 * is stripped. A script that merely stands in the content carries none and so never runs.
 */
import { createHash } from "node:crypto";

const fixed = [
  "default-src 'none'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "style-src-attr 'unsafe-inline'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
];

function policy(scripts: string[], styles: string[]): string {
  return [
    ...fixed,
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
  ].join("; ");
}

export function noncePolicy(nonce: string): string {
  return policy([`'nonce-${nonce}'`], [`'nonce-${nonce}'`]);
}

/** @returns the HTML without the nonce, and the policy that lets exactly what carried it run. */
export function hashInlineCode(html: string, nonce: string): { html: string; policy: string } {
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
    const hash = `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
    (name === "script" ? scripts : styles).add(hash);
  }
  return { html: html.replaceAll(mark, ""), policy: policy([...scripts], [...styles]) };
}
