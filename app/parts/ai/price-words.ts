import type { AiPrice } from "#lib/ai/price.ts";

/** "1 AI token for each answer." */
export function priceWords(price: AiPrice): string {
  if (price.per === "reply") return `${tokensOf(price.tokens)} for each answer.`;
  const { perThousandIn, perThousandOut } = price;
  return `By length: ${numberText(perThousandIn)} for 1,000 tokens of the provider that are read, ${numberText(perThousandOut)} for 1,000 that are written; rounded up, at least 1 for an answer. The most that it can be is shown before you ask.`;
}

/** "1 AI token", "1,200 AI tokens" */
export function tokensOf(count: number): string {
  return `${numberText(count)} ${count === 1 ? "AI token" : "AI tokens"}`;
}

export function numberText(count: number): string {
  return count.toLocaleString("en");
}
