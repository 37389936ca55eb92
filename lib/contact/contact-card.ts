/**
 * The owner's address card: vCard 3.0 (RFC 2426), because that is what phones and mail programs import; of 4.0 several
 * take nothing.
 */
import type { ResumeDocument } from "../documents/resume.ts";
import { isSafeHref } from "../safe-href.ts";

const maxLineBytes = 75;

/** @param origin `scheme://host` of the site. @returns undefined where nobody has a name yet. */
export function contactCard(resume: ResumeDocument | null, origin: string): string | undefined {
  const basics = resume?.basics;
  const name = clean(basics?.name ?? "");
  if (name === "") return undefined;
  const { label, email, phone, url, location, profiles = [] } = basics ?? {};
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapeText(name)}`,
    `N:${nameParts(name).map(escapeText).join(";")};;;`,
    textLine("TITLE", label),
    textLine("EMAIL;TYPE=INTERNET", email),
    textLine("TEL;TYPE=VOICE", phone),
    // Neither street nor house: like the contact page, which says less of the place than the resume.
    placeLine(location),
    urlLine("URL", origin),
    url !== undefined && sameAddress(url, origin) ? undefined : urlLine("URL", url),
    ...profiles.map(({ network, url: address }) =>
      urlLine(`X-SOCIALPROFILE${typeOf(network)}`, address),
    ),
    "END:VCARD",
  ];
  return lines
    .filter((line) => line !== undefined)
    .map((line) => `${fold(line)}\r\n`)
    .join("");
}

/** Family name, then the given ones. The resume does not tell them apart; the last word is the usual guess. */
function nameParts(name: string): [string, string] {
  const at = name.lastIndexOf(" ");
  return at === -1 ? ["", name] : [name.slice(at + 1), name.slice(0, at)];
}

function textLine(property: string, text: string | undefined): string | undefined {
  const value = clean(text ?? "");
  return value === "" ? undefined : `${property}:${escapeText(value)}`;
}

function placeLine(location: NonNullable<ResumeDocument["basics"]>["location"]) {
  const { city = "", region = "", countryCode = "" } = location ?? {};
  const parts = [city, region, "", countryCode].map((part) => escapeText(clean(part)));
  return parts.some(Boolean) ? `ADR:;;;${parts.join(";")}` : undefined;
}

/** As the standard has it, an address is not escaped; parsed, it has no line break in it. */
function urlLine(property: string, url: string | undefined): string | undefined {
  if (url === undefined || !isSafeHref(url) || url.startsWith("/")) return undefined;
  return `${property}:${new URL(url).href}`;
}

function sameAddress(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).href === new URL(origin).href;
}

function typeOf(network: string | undefined): string {
  const word = (network ?? "").toLowerCase().replaceAll(/[^a-z0-9-]/g, "");
  return word === "" ? "" : `;TYPE=${word}`;
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`);
}

/** Lines of at most 75 bytes, none of which ends within a character. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = "";
  let bytes = 0;
  for (const char of line) {
    const size = new TextEncoder().encode(char).length;
    if (bytes + size > maxLineBytes) {
      lines.push(current);
      current = " ";
      bytes = 1;
    }
    current += char;
    bytes += size;
  }
  return [...lines, current].join("\r\n");
}
