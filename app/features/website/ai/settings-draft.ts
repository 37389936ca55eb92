/** The owner's choice as it is typed: numbers are texts until all of them are right. */
import type { AiSettings } from "#lib/ai/api.ts";
import { mostOwnerPrompt, mostSettings } from "#lib/ai/limits.ts";

export type Draft = {
  on: boolean;
  prompt: string;
  per: "reply" | "usage";
  tokens: string;
  perThousandIn: string;
  perThousandOut: string;
  maxOutput: string;
  userDaily: string;
  siteDaily: string;
};

export type NumberName = Exclude<keyof Draft, "on" | "prompt" | "per">;
export type Faults = Partial<Record<keyof Draft, string>>;

export function draftOf({ on, prompt, price, ...numbers }: AiSettings): Draft {
  const ofReply = price.per === "reply" ? price.tokens : 1;
  const ofUsage = price.per === "usage" ? price : { perThousandIn: 1, perThousandOut: 1 };
  return {
    on,
    prompt,
    per: price.per,
    tokens: String(ofReply),
    perThousandIn: String(ofUsage.perThousandIn),
    perThousandOut: String(ofUsage.perThousandOut),
    maxOutput: String(numbers.maxOutput),
    userDaily: String(numbers.userDaily),
    siteDaily: String(numbers.siteDaily),
  };
}

const { tokens, perThousand, maxOutput, daily } = mostSettings;
const bounds: Readonly<Record<NumberName, { from: number; to: number; isWhole: boolean }>> = {
  tokens: { from: 1, to: tokens, isWhole: true },
  perThousandIn: { from: 0, to: perThousand, isWhole: false },
  perThousandOut: { from: 0, to: perThousand, isWhole: false },
  maxOutput: { from: 50, to: maxOutput, isWhole: true },
  userDaily: { from: 0, to: daily, isWhole: true },
  siteDaily: { from: 0, to: daily, isWhole: true },
};

export const boundsOf = (name: NumberName) => bounds[name];

/** What is wrong, by field, in the order of the form; of the price only what is chosen counts. */
export function faultsOf(draft: Draft): Faults {
  const faults: Faults = {};
  if (draft.prompt.length > mostOwnerPrompt) {
    faults.prompt = `Say it in at most ${mostOwnerPrompt.toLocaleString("en")} letters.`;
  }
  for (const name of numbersOf(draft)) {
    const { from, to, isWhole } = bounds[name];
    const value = draft[name].trim() === "" ? Number.NaN : Number(draft[name]);
    const isRight = value >= from && value <= to && (!isWhole || Number.isInteger(value));
    if (isRight) continue;
    faults[name] =
      `Type a ${isWhole ? "whole number" : "number"} from ${from} to ${to.toLocaleString("en")}.`;
  }
  return faults;
}

function numbersOf({ per }: Draft): NumberName[] {
  const ofPrice: NumberName[] = per === "reply" ? ["tokens"] : ["perThousandIn", "perThousandOut"];
  return [...ofPrice, "maxOutput", "userDaily", "siteDaily"];
}

/** Of a draft without faults. */
export function settingsOf(draft: Draft): AiSettings {
  const { on, prompt, per } = draft;
  const price =
    per === "reply"
      ? { per, tokens: Number(draft.tokens) }
      : {
          per,
          perThousandIn: Number(draft.perThousandIn),
          perThousandOut: Number(draft.perThousandOut),
        };
  return {
    on,
    prompt,
    price,
    maxOutput: Number(draft.maxOutput),
    userDaily: Number(draft.userDaily),
    siteDaily: Number(draft.siteDaily),
  };
}
