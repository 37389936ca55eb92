/** What the AI may cost in a day (UTC): `aiBudget/{day}`, changed by conditional put alone. docs/ai.md */
import { setTimeout as wait } from "node:timers/promises";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { numberOf, recordOf } from "./read-value.ts";

export type BudgetDay = {
  /** AI tokens that were paid. */
  spent: number;
  byUser: Map<string, number>;
  /** What answers under way may cost, by their ids. */
  reserved: Map<string, { uid: string; amount: number }>;
};

export type AiBudget = {
  /** Of an id that is reserved already nothing changes. @throws BackendError */
  reserve(
    of: { day: string; id: string; uid: string; amount: number },
    most: { ofUser: number; ofSite: number },
  ): Promise<"done" | "user-cap" | "site-budget">;
  /** Of an id that is not reserved any more nothing changes. @throws BackendError */
  settle(of: { day: string; id: string; spent: number }): Promise<void>;
  /** @throws BackendError */
  read(day: string): Promise<BudgetDay>;
};

const tries = 40;

export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export function createBudget(deps: {
  backend: Pick<ServerBackend, "getValue" | "putValue">;
}): AiBudget {
  const { backend } = deps;
  let queue: Promise<unknown> = Promise.resolve();

  /** One change after the other; other copies of the server meet at the condition. */
  function change<Said>(
    day: string,
    step: (found: BudgetDay) => { said: Said; next?: BudgetDay },
  ): Promise<Said> {
    const result = queue.then(() => inTries(day, step));
    queue = result.catch(() => undefined);
    return result;
  }

  async function inTries<Said>(
    day: string,
    step: (found: BudgetDay) => { said: Said; next?: BudgetDay },
  ): Promise<Said> {
    for (let round = 0; round < tries; round += 1) {
      // oxlint-disable no-await-in-loop -- until nobody was quicker
      const { value, etag } = await backend.getValue(`aiBudget/${day}`);
      const { said, next } = step(readDay(value));
      if (next === undefined) return said;
      if (await backend.putValue(`aiBudget/${day}`, asValue(next), etag)) return said;
      await wait(Math.random() * Math.min(200, 5 * (round + 1)));
      // oxlint-enable no-await-in-loop
    }
    throw new Error("The budget of the day changes all the time.");
  }

  return {
    reserve: ({ day, id, uid, amount }, most) =>
      change(day, (found) => {
        if (found.reserved.has(id)) return { said: "done" };
        if (usedBy(found, uid) + amount > most.ofUser) return { said: "user-cap" };
        if (usedOf(found) + amount > most.ofSite) return { said: "site-budget" };
        const reserved = new Map(found.reserved).set(id, { uid, amount });
        return { said: "done", next: { ...found, reserved } };
      }),
    settle: ({ day, id, spent }) =>
      change(day, (found) => {
        const reserved = new Map(found.reserved);
        const mine = reserved.get(id);
        if (mine === undefined) return { said: undefined };
        reserved.delete(id);
        const byUser = new Map(found.byUser);
        if (spent > 0) byUser.set(mine.uid, (byUser.get(mine.uid) ?? 0) + spent);
        return { said: undefined, next: { spent: found.spent + spent, byUser, reserved } };
      }),
    read: async (day) => readDay((await backend.getValue(`aiBudget/${day}`)).value),
  };
}

/** With what is under way. */
export function usedOf({ spent, reserved }: BudgetDay): number {
  return [...reserved.values()].reduce((sum, { amount }) => sum + amount, spent);
}

export function usedBy({ byUser, reserved }: BudgetDay, uid: string): number {
  const own = [...reserved.values()].filter((one) => one.uid === uid);
  return own.reduce((sum, { amount }) => sum + amount, byUser.get(uid) ?? 0);
}

export function readDay(value: DatabaseJson): BudgetDay {
  const { spent, byUser, reserved } = recordOf(value);
  return {
    spent: numberOf(spent),
    byUser: new Map(Object.entries(recordOf(byUser)).map(([uid, n]) => [uid, numberOf(n)])),
    reserved: new Map(
      Object.entries(recordOf(reserved)).map(([id, stored]) => {
        const { uid, amount } = recordOf(stored);
        return [id, { uid: typeof uid === "string" ? uid : "", amount: numberOf(amount) }];
      }),
    ),
  };
}

function asValue({ spent, byUser, reserved }: BudgetDay): DatabaseJson {
  return {
    spent,
    byUser: Object.fromEntries(byUser),
    reserved: Object.fromEntries(reserved),
  };
}
