/** What ends an answer, in an order in which whatever dies in between is done again to the same end. docs/ai.md */
import type { AiMark, AiRun } from "#lib/ai/api.ts";
import { type AiPrice, type AiUsage, spentOf } from "#lib/ai/price.ts";
import { TokensError, type TokenAccounts } from "../tokens/token-accounts.ts";
import type { Answers } from "./answers.ts";
import type { AiBudget } from "./budget.ts";
import type { ProviderEnd } from "./provider.ts";
import type { RunOf, RunRecords } from "./run-records.ts";
import { isByOthers } from "./standing.ts";

export type RunEnd = Pick<AiMark, "state" | "why" | "spent"> & {
  text: string;
  usage?: AiUsage;
  /** What the day is charged: also for work of the provider that nobody pays. */
  worked: number;
};

/** Who asked is told, if they have not read it meanwhile. */
export type AnswerNews = { uid: string; room: string; key: string; root?: string };

/** @throws BackendError */
export type Finish = (run: RunOf, end: RunEnd) => Promise<void>;

export const holdKey = (id: string) => `ai-${id}`;
const reason = "An answer of the AI";

export function createFinish(deps: {
  answers: Answers;
  tokens: Pick<TokenAccounts, "settle" | "release">;
  budget: Pick<AiBudget, "settle">;
  records: Pick<RunRecords, "end">;
  tell: (news: AnswerNews) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): Finish {
  const { answers, tokens, budget, records, tell, now } = deps;

  async function pay({ uid, id }: RunOf, amount: number): Promise<void> {
    try {
      await tokens.settle(uid, { key: holdKey(id), amount, reason });
    } catch (error) {
      // Their account has gone, and what was held with it.
      if (!(error instanceof TokensError) || error.code !== "no-account") throw error;
    }
  }

  return async (run, { text, usage, worked, ...end }) => {
    const { uid, id, room, key, root, model, day } = run;
    const { state, why, spent: asked } = end;
    const mark: AiMark = {
      for: uid,
      to: key,
      model,
      state,
      ...(why !== undefined && { why }),
      spent: asked,
    };
    const stored = await answers.store({ uid, room, key, root, id, mark, text });
    // Who left or took their question away has read what came; whom others silenced pays nothing.
    const used = "lost" in stored ? asked : stored.spent;
    const spent = "lost" in stored && isByOthers(stored.lost) ? 0 : used;
    await pay(run, spent);
    // The provider is paid all the same: nobody makes it work without end by having themselves silenced, or by stopping it.
    await budget.settle({ day, id, spent: Math.max(used, worked) });
    await records.end(run, {
      state: "lost" in stored ? state : (stored.state as AiRun["state"]),
      ...(why !== undefined && { why }),
      spent,
      ...usage,
      endedAt: now(),
    });
    if (!("lost" in stored) && stored.isNew) {
      tell({ uid, room, key: stored.key, ...(root !== undefined && { root }) });
    }
  };
}

/** What a provider's end comes to. */
export function endOf(
  { why, usage }: { why: ProviderEnd["why"]; usage: AiUsage },
  text: string,
  { price, held }: { price: AiPrice; held: number },
): RunEnd {
  const asked = spentOf(price, usage, held);
  if (text === "") {
    const nothing = { text, spent: 0, worked: isOfQuestion(why) ? asked : 0 };
    if (why === "stopped") return { state: "stopped", ...nothing };
    const said = why === undefined || why === "length" ? "empty" : why;
    return { state: "failed", why: said, ...nothing };
  }
  // That our server stops is nobody's fault who asked.
  const spent = why === "server" ? 0 : asked;
  const came = { text, spent, worked: spent, usage };
  if (why === undefined) return { state: "done", ...came };
  if (why === "stopped") return { state: "stopped", ...came };
  const state = why === "length" || why === "filtered" ? "done" : "broken";
  return { state, why, ...came };
}

/** The question was read, and who asked can bring it about that nothing comes of it, as often as they like. */
function isOfQuestion(why: ProviderEnd["why"]): boolean {
  return ["stopped", "empty", "filtered", "length"].includes(why ?? "empty");
}
