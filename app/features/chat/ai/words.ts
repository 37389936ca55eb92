/** What people are told of the AI, in plain words. */
import { timeOf } from "#app/parts/tool-frame/when.ts";
import type { AiMark, AnswerWhy } from "#lib/ai/api.ts";
import type { Offer } from "./offer.ts";

export const tokens = (count: number): string => (count === 1 ? "1 token" : `${count} tokens`);

export function priceWords({ most, isExact }: { most: number; isExact: boolean }): string {
  return isExact ? `An answer costs ${tokens(most)}` : `An answer costs ${tokens(most)} at most`;
}

export type WhyNot = Extract<Offer, { why: string }>;

/** When the day of limits is over, as the clock here shows it. */
export function nextDay(now: Date): string {
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return timeOf(at);
}

export function whyNotWords({ why, most, left }: WhyNot, now = new Date()): string {
  switch (why) {
    case "none":
      return "This site has no AI: whoever runs it has set up no provider.";
    case "off":
      return "The AI of this site is switched off just now.";
    case "unverified":
      return "Confirm your e-mail address first: then you can ask the AI.";
    case "no-tokens":
      return left === 0
        ? "You have no AI tokens left."
        : `An answer can cost ${tokens(most)}, and you have ${left}.`;
    case "daily":
      return `An answer can cost ${tokens(most)}, and you may spend ${left === 0 ? "none" : left} in a day.`;
    default:
      return `${left === 0 ? "What you, or this site, may spend today is spent" : `You may spend ${tokens(left)} more today, and an answer can cost ${most}`}. Ask again after ${nextDay(now)}.`;
  }
}

/** Where something can be done about it. */
export function wayOut({ why }: WhyNot): { title: string; path: string } | undefined {
  switch (why) {
    case "unverified":
      return { title: "Confirm it in your settings", path: "/Settings#email" };
    case "no-tokens":
      return { title: "Ask the owner for more", path: "/Chat?make=owner" };
    case "today":
    case "daily":
      return { title: "Your limits", path: "/Settings#ai" };
    default:
      return undefined;
  }
}

const whys: Readonly<Record<AnswerWhy, string>> = {
  unreachable: "The AI could not be reached.",
  timeout: "The AI took too long.",
  cut: "The answer was cut off.",
  length: "The answer has reached its greatest length.",
  refused: "The AI did not take this question.",
  busy: "The AI has too much to do just now.",
  error: "The AI failed.",
  empty: "The AI said nothing.",
  filtered: "The AI kept back what it would have said.",
  server: "The site was restarted meanwhile.",
};

/** How it ended, where that is no matter of course. */
export function endWords({ state, why }: Pick<AiMark, "state" | "why">, text: string): string {
  if (state === "stopped") return text === "" ? "Stopped before anything came." : "Stopped.";
  if (state === "done") return why === undefined ? "" : whys[why];
  const said = why === undefined ? "The AI failed." : whys[why];
  return text === "" ? said : `${said} This is what had come.`;
}

export const spentWords = (spent: number): string =>
  spent === 0 ? "Nothing was charged" : tokens(spent);
