/** What is done to many documents of a list at once, with a way back. */
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { accountLife } from "#app/live/account-life.ts";
import { offerUndo, PartlyUndone, tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { BulkAct, ContentItem } from "#lib/content/item.ts";
import { runBulk, runUndo, titleAt } from "./bulk-run.ts";
import type { BulkDesk } from "./bulk-run.ts";
import { bulkPatches, bulkSaid, failedSaid, undoPlan } from "./bulk-words.ts";
import type { UndoPlan } from "./bulk-words.ts";
import { callContent, readItems } from "./content-api.ts";
import type { ContentToolFacts } from "./content-tool-facts.ts";

type List = {
  facts: ContentToolFacts;
  items: readonly ContentItem[] | undefined;
  patch: (patches: ReadonlyMap<string, Partial<ContentItem>>) => void;
  /** One after the other. */
  send: <T>(run: () => Promise<T>) => Promise<T | undefined>;
  /** What is on the screen may not be what is stored. */
  notSaved: () => void;
  refresh: () => Promise<void>;
};

export type Bulk = {
  /** What many are being done to. */
  working: { done: number; of: number; stop: () => void } | undefined;
  /** @returns whether all of it was done */
  bulk: (ids: readonly string[], act: BulkAct, tag?: string) => Promise<boolean>;
};

export function useBulk({ facts, items, patch, send, notSaved, refresh }: List): Bulk {
  const { kind } = facts;
  const [working, setWorking] = useState<Bulk["working"]>();

  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  });

  /** `run` never rejects. */
  const atDesk = useCallback(
    async <T>(before: BulkDesk["before"], run: (desk: BulkDesk) => Promise<T>) => {
      const life = new AbortController();
      const account = accountLife();
      const desk: BulkDesk = {
        ask: (body) => callContent(kind, "bulk", body),
        schedule: (body) => callContent(kind, "schedule", body),
        look: () => readItems(kind, life.signal),
        before,
        onProgress: (done, of) => setWorking({ done, of, stop: () => life.abort() }),
        signal: AbortSignal.any([life.signal, account]),
        now: () => Date.now(),
      };
      const outcome = await send(() => run(desk));
      // The next one hears nothing of it.
      if (account.aborted) return undefined;
      setWorking(undefined);
      await refresh();
      return outcome;
    },
    [kind, send, refresh],
  );

  const undo = useCallback(
    (plan: UndoPlan, before: BulkDesk["before"]): Promise<string | void> => {
      const run = async (left: UndoPlan): Promise<string | void> => {
        const outcome = await atDesk(before, (desk) => runUndo(left, desk));
        if (outcome === undefined || "said" in outcome) return outcome?.said;
        notSaved();
        throw new PartlyUndone(outcome.problem, () => run(outcome.rest));
      };
      return run(plan);
    },
    [atDesk, notSaved],
  );

  const bulk = useCallback(
    (chosen: readonly string[], act: BulkAct, tag?: string): Promise<boolean> => {
      /** @param lost perhaps done by an earlier try, as they were before that */
      const run = async (wanted: readonly string[], lost: readonly ContentItem[] = []) => {
        // "Try again" may come long after the first try.
        const all = latest.current ?? [];
        const before = new Map([...all, ...lost].map((item) => [item.id, item]));
        const ids = wanted.filter((id) => before.has(id));
        patch(bulkPatches(all, ids, act, tag));
        const asked = { ids, act, ...(tag !== undefined && { tag }) };
        const unheard = lost.map(({ id }) => id);
        const outcome = await atDesk(before, (desk) => runBulk(asked, desk, unheard));
        if (outcome === undefined) return false;
        const { done, failed, notes } = outcome;
        const itemsOf = (some: readonly string[]) => some.flatMap((id) => before.get(id) ?? []);
        if (done.length > 0) {
          const were = itemsOf(done);
          const text = bulkSaid(act, were, facts, { tag, notes });
          const plan = undoPlan(act, were, notes, Date.now());
          if (plan === undefined) tell(text, done);
          else offerUndo({ text, about: done, undo: () => undo(plan, before) });
        }
        if (failed.length > 0) {
          notSaved();
          const rest = failed.map(({ id }) => id);
          const again = () => void run(rest, itemsOf(outcome.unheard));
          tellProblem(failedSaid(failed, titleAt({ before })), again);
        }
        return done.length === wanted.length;
      };
      return run(chosen);
    },
    [facts, patch, atDesk, undo, notSaved],
  );

  return { working, bulk };
}
