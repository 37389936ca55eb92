/** What the AI has cost: an account's own by its answers, of all by the budget of each day. docs/ai.md */
import type { AiSiteUsage, AiState, AiUsageReport } from "#lib/ai/api.ts";
import { daysKept } from "#lib/ai/limits.ts";
import { everyChildPage } from "#lib/every-child.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { nameOf } from "../shared-things/memberships.ts";
import { type AiBudget, type BudgetDay, dayOf, readDay, usedBy, usedOf } from "./budget.ts";
import type { MayAsk } from "./may-ask.ts";
import type { AiProvider } from "./provider.ts";
import { readRun } from "./run-records.ts";
import type { AiSettingsStore } from "./settings.ts";

const dayMs = 86_400_000;
const mostUsers = 100;

export type AiUsageReader = {
  /** @throws BackendError */
  state(uid: string): Promise<AiState>;
  /** @throws BackendError */
  own(uid: string): Promise<AiUsageReport>;
  /** @throws BackendError */
  site(): Promise<AiSiteUsage>;
};

export function createAiUsage(deps: {
  backend: Pick<ServerBackend, "getValue" | "exportChildren" | "queryValues">;
  mayAsk: MayAsk;
  provider: Pick<AiProvider, "models"> | undefined;
  settings: Pick<AiSettingsStore, "read" | "cap">;
  budget: Pick<AiBudget, "read">;
  /** Milliseconds since 1970. */
  now: () => number;
}): AiUsageReader {
  const { backend, provider, settings, budget, now } = deps;

  return {
    async state(uid) {
      const [{ on, price, maxOutput, userDaily, siteDaily }, cap, today, mayAsk] =
        await Promise.all([
          settings.read(),
          settings.cap(uid),
          budget.read(dayOf(now())),
          deps.mayAsk(uid),
        ]);
      const isOn = provider !== undefined && on;
      const why = provider === undefined ? "none" : on ? "unverified" : "off";
      const ofUser = Math.min(userDaily, cap ?? Infinity) - usedBy(today, uid);
      return {
        on: isOn && mayAsk,
        ...(!(isOn && mayAsk) && { why }),
        models: isOn ? [...provider.models] : [],
        price,
        maxOutput,
        userDaily,
        cap,
        left: { today: Math.max(0, Math.min(ofUser, siteDaily - usedOf(today))) },
      };
    },
    async own(uid) {
      const first = now() - daysKept * dayMs;
      const sums = new Map<string, AiUsageReport["days"][number]>();
      for await (const page of everyChildPage(backend, `aiRuns/${uid}`)) {
        for (const [, stored] of page) {
          const run = readRun(stored);
          if (run === undefined || run.state === "running" || run.at < first) continue;
          const { day, model, spent = 0 } = run;
          const before = sums.get(`${day} ${model}`);
          sums.set(`${day} ${model}`, {
            day,
            model,
            answers: (before?.answers ?? 0) + 1,
            spent: (before?.spent ?? 0) + spent,
            in: (before?.in ?? 0) + (run.in ?? 0),
            out: (before?.out ?? 0) + (run.out ?? 0),
          });
        }
      }
      const key = ({ day, model }: { day: string; model: string }) => `${day} ${model}`;
      return { days: [...sums.values()].toSorted((a, b) => (key(a) < key(b) ? 1 : -1)) };
    },
    async site() {
      const today = dayOf(now());
      const range = { startAt: dayOf(now() - daysKept * dayMs), endAt: today, limit: daysKept + 1 };
      const found = await backend.queryValues("aiBudget", { orderBy: "$key", ...range });
      const days = found.map(([day, value]): [string, BudgetDay] => [day, readDay(value)]);
      const byUser = new Map<string, number>();
      for (const [, { byUser: ofDay }] of days) {
        for (const [uid, spent] of ofDay) byUser.set(uid, (byUser.get(uid) ?? 0) + spent);
      }
      const first = [...byUser].toSorted(([, a], [, b]) => b - a).slice(0, mostUsers);
      const users = first.map(async ([uid, spent]) => ({
        uid,
        name: await nameOf(backend, uid),
        spent,
      }));
      const { siteDaily } = await settings.read();
      const used = usedOf(new Map(days).get(today) ?? readDay(null));
      return {
        days: days.toReversed().map(([day, one]) => ({
          day,
          spent: one.spent,
          reserved: usedOf(one) - one.spent,
        })),
        users: await Promise.all(users),
        left: Math.max(0, siteDaily - used),
      };
    },
  };
}
