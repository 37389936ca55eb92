/** What is done to many documents of a list at once, with a way back. */
import { useCallback, useState } from "react";
import { offerUndo, PartlyUndone, tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { BulkAct, ContentItem } from "#lib/content/item.ts";
import { runBulk, runUndo } from "./bulk-run.ts";
import type { BulkDesk } from "./bulk-run.ts";
import { bulkPatches, bulkSaid, failedSaid, undoPlan } from "./bulk-words.ts";
import type { UndoPlan } from "./bulk-words.ts";
import { callContent } from "./content-api.ts";
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

  /** `run` never rejects. */
  const atDesk = useCallback(
    async <T>(titleOf: BulkDesk["titleOf"], run: (desk: BulkDesk) => Promise<T>) => {
      const life = new AbortController();
      const desk: BulkDesk = {
        ask: (body) => callContent(kind, "bulk", body),
        schedule: (body) => callContent(kind, "schedule", body),
        titleOf,
        onProgress: (done, of) => setWorking({ done, of, stop: () => life.abort() }),
        signal: life.signal,
        now: () => Date.now(),
      };
      const outcome = await send(() => run(desk));
      setWorking(undefined);
      await refresh();
      return outcome;
    },
    [kind, send, refresh],
  );

  const undo = useCallback(
    (plan: UndoPlan, titleOf: BulkDesk["titleOf"]): Promise<string | void> => {
      const run = async (left: UndoPlan): Promise<string | void> => {
        const outcome = await atDesk(titleOf, (desk) => runUndo(left, desk));
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
      const all = items ?? [];
      const before = new Map(all.map((item) => [item.id, item]));
      const titleOf = (id: string) => before.get(id)?.title || "Untitled";
      const run = async (ids: readonly string[]): Promise<boolean> => {
        patch(bulkPatches(all, ids, act, tag));
        const asked = { ids, act, ...(tag !== undefined && { tag }) };
        const outcome = await atDesk(titleOf, (desk) => runBulk(asked, desk));
        if (outcome === undefined) return false;
        const { done, failed, notes } = outcome;
        const were = done.flatMap((id) => before.get(id) ?? []);
        if (done.length > 0) {
          const text = bulkSaid(act, were, facts, { tag, notes });
          const plan = undoPlan(act, were, notes, Date.now());
          if (plan === undefined) tell(text, done);
          else offerUndo({ text, about: done, undo: () => undo(plan, titleOf) });
        }
        if (failed.length > 0) {
          notSaved();
          const rest = failed.map(({ id }) => id);
          tellProblem(failedSaid(failed, titleOf), () => void run(rest));
        }
        return done.length === ids.length;
      };
      return run(chosen);
    },
    [items, facts, patch, atDesk, undo, notSaved],
  );

  return { working, bulk };
}
