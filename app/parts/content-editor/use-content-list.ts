/** All documents of a kind, and what is done to many of them: shown at once, with a way back. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Sync } from "#app/parts/tool-frame/sync-state.tsx";
import { offerUndo, tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import type { BulkAct, BulkResults, ContentItem } from "#lib/content/item.ts";
import { ordersAfterMove } from "#lib/fractional-order.ts";
import { callContent, readItems, sentenceOf } from "./content-api.ts";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import { bulkPatches, bulkSaid, bulkUndo } from "./bulk-words.ts";
import { noFilter, shownItems } from "./filter-items.ts";
import { wayBack } from "./way-back.ts";

export type ContentList = {
  /** Undefined before the first answer. */
  items: readonly ContentItem[] | undefined;
  problem: string | undefined;
  sync: Sync | undefined;
  refresh: () => Promise<void>;
  /** @param shown in the owner's order, all of them */
  move: (shown: readonly ContentItem[], from: number, to: number) => void;
  feature: (item: ContentItem) => void;
  /** What many are being done to. */
  working: { done: number; of: number; stop: () => void } | undefined;
  /** @returns whether all of it was done */
  bulk: (ids: readonly string[], act: BulkAct, tag?: string) => Promise<boolean>;
};

/** Few enough to say how far it is, and to stop. */
const actsAtOnce = 20;
/** As many as one commit of the server takes. */
const placesAtOnce = 400;

export function useContentList(facts: ContentToolFacts): ContentList {
  const { kind, sort } = facts;
  const read = useCallback((signal: AbortSignal) => readItems(kind, signal), [kind]);
  const { value: items, problem, refresh, change } = useFresh(read, sentenceOf);
  const [sync, setSync] = useState<Sync>();
  const [working, setWorking] = useState<ContentList["working"]>();
  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  });
  // One after the other: of two moves the second one counts.
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const patch = useCallback(
    (patches: ReadonlyMap<string, Partial<ContentItem>>) =>
      change((before) =>
        before.map((item) => {
          const more = patches.get(item.id);
          return more === undefined ? item : { ...item, ...more };
        }),
      ),
    [change],
  );

  const send = useCallback(
    <T>(run: () => Promise<T>): Promise<T | undefined> => {
      setSync("saving");
      const sent = queue.current.then(run).then(
        (answer) => {
          setSync("saved");
          return answer;
        },
        async (error: unknown) => {
          setSync(undefined);
          tellProblem(sentenceOf(error));
          await refresh();
          return undefined;
        },
      );
      queue.current = sent;
      return sent;
    },
    [refresh],
  );

  const place = useCallback(
    (shown: readonly ContentItem[], from: number, to: number) => {
      const places = ordersAfterMove(
        shown.map(({ order = "" }) => order),
        from,
        to,
      );
      const changes = [...places].map(([index, order]) => [shown[index]!.id, order] as const);
      patch(new Map(changes.map(([id, order]) => [id, { order }])));
      return send(async () => {
        // From the end: what has no place stands before, so that in between it is as it was.
        for (let end = changes.length; end > 0; end -= placesAtOnce) {
          const some = Object.fromEntries(changes.slice(Math.max(0, end - placesAtOnce), end));
          await callContent(kind, "places", { places: some });
        }
        return true;
      });
    },
    [kind, patch, send],
  );

  const move = useCallback(
    (shown: readonly ContentItem[], from: number, to: number) => {
      const moved = shown[from];
      if (moved === undefined) return;
      const before = shown[from - 1]?.id;
      const run = async () => {
        if ((await place(shown, from, to)) !== true) return;
        offerUndo({
          text: `${moved.title || "Untitled"} is now ${to + 1} of ${shown.length}.`,
          about: [moved.id],
          undo: async () => {
            // Others may have got other places by it, and since.
            const back = wayBack(
              shownItems(latest.current ?? [], noFilter, sort),
              moved.id,
              before,
            );
            if (back !== undefined && (await place(...back)) !== true) {
              throw new Error("try it again.");
            }
            await refresh();
          },
        });
      };
      void run();
    },
    [place, refresh, sort],
  );

  const runBulk = useCallback(
    async (ids: readonly string[], act: BulkAct, tag?: string) => {
      const before = items ?? [];
      patch(bulkPatches(before, ids, act, tag));
      const life = new AbortController();
      const results: BulkResults = {};
      const sent = await send(async () => {
        for (let at = 0; at < ids.length && !life.signal.aborted; at += actsAtOnce) {
          setWorking({ done: at, of: ids.length, stop: () => life.abort() });
          const some = ids.slice(at, at + actsAtOnce);
          const body = { ids: some, act, ...(tag !== undefined && { tag }) };
          Object.assign(results, (await callContent(kind, "bulk", body)).results);
        }
        return true;
      });
      setWorking(undefined);
      await refresh();
      // What was done before it failed was done, and can be taken back.
      return sent === true || Object.keys(results).length > 0 ? results : undefined;
    },
    [items, kind, patch, send, refresh],
  );

  const bulk = useCallback(
    async (ids: readonly string[], act: BulkAct, tag?: string) => {
      const before = new Map((items ?? []).map((item) => [item.id, item]));
      const results = await runBulk(ids, act, tag);
      if (results === undefined) return false;
      const done = ids.filter((id) => results[id] === true);
      const failed = ids.flatMap((id) => {
        const result = results[id];
        return typeof result === "string" ? [{ id, message: result }] : [];
      });
      const text = bulkSaid(act, done.length, facts, tag);
      const undo = bulkUndo(
        kind,
        act,
        done.flatMap((id) => before.get(id) ?? []),
      );
      if (done.length > 0 && undo === undefined) tell(text, done);
      if (done.length > 0 && undo !== undefined) {
        const takeBack = async () => {
          await undo();
          await refresh();
        };
        offerUndo({ text, about: done, undo: takeBack });
      }
      if (failed.length > 0) {
        const first = failed[0]!;
        const name = before.get(first.id)?.title || "Untitled";
        const more = failed.length === 1 ? "" : ` So it was with ${failed.length - 1} more.`;
        tellProblem(`${name}: ${first.message}${more}`);
      }
      return done.length === ids.length;
    },
    [items, kind, facts, runBulk, refresh],
  );

  const feature = useCallback(
    (item: ContentItem) => {
      const featured = item.featured !== true;
      const put = async (id: string, value: boolean) => {
        patch(new Map([[id, { featured: value }]]));
        return send(async () => {
          await callContent(kind, "featured", { id, featured: value });
          return true;
        });
      };
      const title = item.title || "Untitled";
      const run = async () => {
        if ((await put(item.id, featured)) !== true) return;
        offerUndo({
          text: featured ? `${title} is featured.` : `${title} is not featured any more.`,
          about: [item.id],
          undo: async () => {
            if ((await put(item.id, !featured)) !== true) throw new Error("try it again.");
          },
        });
      };
      void run();
    },
    [kind, patch, send],
  );

  return useMemo(
    () => ({ items, problem, sync, refresh, move, feature, working, bulk }),
    [items, problem, sync, refresh, move, feature, working, bulk],
  );
}
