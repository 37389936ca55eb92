/** A page view as its document `pageViews/{id}` has it, for 30 days. Nothing in it names a person. */
import type { PlainFields } from "#lib/firestore-value.ts";

export type PageView = {
  path: string;
  /** ISO, UTC. */
  at: string;
  campaign: Record<string, string>;
  referrerHost?: string;
  /** Tells visitors of one day apart, and nobody from one day to the next. */
  visitor?: string;
  /** The visitor's first visit of the day is 1. */
  session?: number;
  /** `desktop`, `mobile`, `tablet` or `tv`. */
  device?: string;
  /** The family: `Firefox`. */
  browser?: string;
  /** ISO 3166-1, two letters. */
  country?: string;
  /** It says that it is a robot. */
  bot?: true;
  /** It does not say so, and does not act like a browser. */
  suspected?: true;
};

export const viewsCollection = "pageViews";
/** How long single views are kept, in days. */
export const keptDays = 30;

const texts = ["referrerHost", "visitor", "device", "browser", "country"] as const;

export function readView(data: PlainFields): PageView {
  const { path, at, campaign, session, bot, suspected } = data;
  const view: PageView = {
    path: typeof path === "string" ? path : "",
    at: typeof at === "string" ? at : "",
    campaign: readCampaign(campaign),
  };
  for (const name of texts) {
    const value = data[name];
    if (typeof value === "string") view[name] = value;
  }
  if (typeof session === "number") view.session = session;
  if (bot === true) view.bot = true;
  if (suspected === true) view.suspected = true;
  return view;
}

function readCampaign(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  const named = Object.entries(value).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(named) as Record<string, string>;
}

/** `letter / mail / spring`: source, medium and name; undefined without any of them. */
export function campaignName(campaign: Record<string, string>): string | undefined {
  const parts = ["utm_source", "utm_medium", "utm_campaign"].map((name) => campaign[name] ?? "");
  const name = parts.filter((part) => part !== "").join(" / ");
  return name === "" ? undefined : name;
}
