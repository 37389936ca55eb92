/** Figures and names as people read them. */
import type { Dimension, ListName } from "#lib/analytics/report.ts";
import { countryName } from "#lib/country-name.ts";

const whole = new Intl.NumberFormat("en-GB");
const percent = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 });

export const countText = (count: number) => whole.format(count);
export const shareText = (share: number) => percent.format(share);

/** "1 view", "2,000 views" */
export function countOf(count: number, one: "view" | "visitor" | "change"): string {
  return `${countText(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** "up 12 %", "down 4 %", "no change"; undefined where there was nothing to compare with. */
export function changeText(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const change = now / before - 1;
  if (Math.abs(change) < 0.005) return "no change";
  return `${change > 0 ? "up" : "down"} ${shareText(Math.abs(change))}`;
}

export const listTitles: Record<ListName, string> = {
  path: "Pages",
  referrer: "Sites that link here",
  campaign: "Campaigns",
  country: "Countries",
  device: "Devices",
  browser: "Browsers",
  entry: "First pages of visits",
  exit: "Last pages of visits",
};

/** What a chosen row is called in a sentence: "Page /about". */
export const filterTitles: Record<Dimension, string> = {
  path: "Page",
  referrer: "From",
  campaign: "Campaign",
  country: "Country",
  device: "Device",
  browser: "Browser",
};

const devices: Record<string, string> = {
  desktop: "Computer",
  mobile: "Phone",
  tablet: "Tablet",
  tv: "Television",
};

export function rowName(list: ListName, name: string): string {
  if (list === "country") return countryName(name);
  if (list === "device") return devices[name] ?? name;
  return name;
}

export const deviceName = (name: string) => devices[name] ?? "Other";
