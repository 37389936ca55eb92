/** What an answer costs, in whole AI tokens. The browser shows it before, the server holds and charges it. docs/ai.md */

/** The owner's choice: so much for each answer, or by what the provider counts. */
export type AiPrice =
  | { per: "reply"; tokens: number }
  /** AI tokens for 1,000 tokens of the provider; they may be fractions. */
  | { per: "usage"; perThousandIn: number; perThousandOut: number };

/** As a provider says or as was counted: its own tokens. */
export type AiUsage = { in: number; out: number };

export const usualPrice: AiPrice = { per: "reply", tokens: 1 };

const bytesOfToken = 3;

/** Of the provider's, counted by ourselves. */
export function tokensInBytes(bytes: number): number {
  return Math.ceil(bytes / bytesOfToken);
}

/** The most that can be charged. @param asked bytes of all that is sent, and how long an answer may be */
export function mostOf(price: AiPrice, asked: { bytes: number; maxOutput: number }): number {
  if (price.per === "reply") return price.tokens;
  return Math.max(1, byUsage(price, { in: tokensInBytes(asked.bytes), out: asked.maxOutput }));
}

/** Of an answer with text. Never more than what was held. */
export function spentOf(price: AiPrice, usage: AiUsage, held: number): number {
  const asked = price.per === "reply" ? price.tokens : Math.max(1, byUsage(price, usage));
  return Math.min(held, asked);
}

function byUsage(price: Extract<AiPrice, { per: "usage" }>, usage: AiUsage): number {
  const thousandths = usage.in * price.perThousandIn + usage.out * price.perThousandOut;
  // What fractions leave behind is no token more.
  return Math.ceil(Math.round(thousandths * 1000) / 1_000_000);
}

/**
 * What a provider says of usage, where it can be believed; else counted from the texts.
 * @param said whatever it sent
 * @param counted bytes of what was sent and of what came
 */
export function usageOf(said: unknown, counted: { in: number; out: number }): AiUsage {
  const { prompt_tokens: asked, completion_tokens: came } = (
    typeof said === "object" && said !== null ? said : {}
  ) as Record<string, unknown>;
  return {
    in: isCount(asked) ? asked : tokensInBytes(counted.in),
    out: isCount(came) ? came : tokensInBytes(counted.out),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
