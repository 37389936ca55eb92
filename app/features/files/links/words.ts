import { shortDayOf } from "#app/parts/tool-frame/when.ts";
import type { ShareLink, ShareLogEntry } from "#lib/drive/share-link.ts";

const numberOf = (count: number) => count.toLocaleString("en");

/** Why it leads nowhere now; empty: it is open. */
export function closedWords({ name, expiresAt, limit, downloads }: ShareLink, now: number): string {
  if (name === "") return "Leads nowhere: what it shares is in the trash";
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return "Has ended";
  if (limit !== null && downloads >= limit) return "Used up";
  return "";
}

export function linkFacts(link: ShareLink): string {
  const { expiresAt, hasPassword, limit, downloads, views, keepPlaces } = link;
  return [
    // The last moment of the day before.
    expiresAt === null ? "No end" : `Until ${shortDayOf(Date.parse(expiresAt) - 1)}`,
    hasPassword ? "Password" : "",
    limit === null
      ? counted(downloads, "download")
      : `${numberOf(downloads)} of ${counted(limit, "download")}`,
    counted(views, "visit"),
    keepPlaces ? "Photos keep their places" : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

export function logWords({ act, name }: ShareLogEntry): string {
  switch (act) {
    case "page":
      return name === "" ? "Looked at the page" : `Looked into ${name}`;
    case "file":
      return name === "" ? "Downloaded it" : `Downloaded ${name}`;
    case "zip":
      return name === "" ? "Downloaded all as ZIP" : `Downloaded ${name} as ZIP`;
    case "wrong-password":
      return "Typed a wrong password";
  }
}

/** The day after which it ends, as a field has it, in the zone of this device. */
export function lastDayOf(expiresAt: string | null): string {
  if (expiresAt === null) return "";
  const last = new Date(Date.parse(expiresAt) - 1);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${last.getFullYear()}-${two(last.getMonth() + 1)}-${two(last.getDate())}`;
}

/** The end of that day, in the zone of this device. @param day `2026-11-23`; empty: no end */
export function endOf(day: string): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date + 1).toISOString();
}

function counted(count: number, word: string): string {
  return `${numberOf(count)} ${word}${count === 1 ? "" : "s"}`;
}
