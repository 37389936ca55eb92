/** Texts that lost against another one, as the records keep them beside. */
import type { Records } from "#app/live/records/records.ts";
import { isGone } from "#lib/records/register.ts";
import type { Item, Shape } from "#lib/records/register.ts";

export type LostText = {
  id: string;
  /** `cards` and the like, its id, and the register. */
  kind: string;
  of: string;
  register: string;
  text: string;
  /** Stamp. */
  t: number;
};

/** Newest first. */
export function lostTextsOf(records: Pick<Records, "all">, shape: Shape): LostText[] {
  const found: LostText[] = [];
  for (const [id, item] of records.all("lost")) {
    const lost = isGone(shape, "lost", item) ? undefined : lostTextOf(id, item);
    if (lost) found.push(lost);
  }
  return found.toSorted((a, b) => b.t - a.t);
}

function lostTextOf(id: string, { registers }: Item): LostText | undefined {
  const { of, text } = registers;
  if (typeof of?.value["v"] !== "string" || typeof text?.value["v"] !== "string") return undefined;
  const [kind = "", item = "", register = ""] = of.value["v"].split("/");
  return { id, kind, of: item, register, text: text.value["v"], t: text.t };
}
