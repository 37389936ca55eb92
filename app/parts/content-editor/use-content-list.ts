/** All documents of a kind, and what is done to many of them: shown at once, with a way back. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { accountLife } from "#app/live/account-life.ts";
import type { Sync } from "#app/parts/tool-frame/sync-state.tsx";
import { offerUndo, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import type { ContentItem } from "#lib/content/item.ts";
import { ordersAfterMove } from "#lib/fractional-order.ts";
import { callContent, readItems, sentenceOf } from "./content-api.ts";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import { useDue } from "./due.ts";
import { noFilter, shownItems } from "./filter-items.ts";
import { useBulk } from "./use-bulk.ts";
import type { Bulk } from "./use-bulk.ts";
import { wayBack } from "./way-back.ts";

export type ContentList = Bulk & {
  /** Undefined before the first answer. */
  items: readonly ContentItem[] | undefined;
  problem: string | undefined;
  sync: Sync | undefined;
  refresh: () => Promise<void>;
  /** @param shown in the owner's order, all of them */
  move: (shown: readonly ContentItem[], from: number, to: number) => void;
  feature: (item: ContentItem) => void;
};

/** As many as the server takes at once. */
const placesAtOnce = 400;

export function useContentList(facts: ContentToolFacts): ContentList {
  const { kind, sort } = facts;
  const read = useCallback((signal: AbortSignal) => readItems(kind, signal), [kind]);
  const { value: items, problem, refresh, change } = useFresh(read, sentenceOf);
  useDue(soonestOf(items), refresh);
  const [sync, setSync] = useState<Sync>();
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
      const account = accountLife();
      const runAsThem = () => {
        account.throwIfAborted();
        return run();
      };
      const sent = queue.current.then(runAsThem).then(
        (answer) => {
          if (account.aborted) return undefined;
          setSync("saved");
          return answer;
        },
        async (error: unknown) => {
          if (account.aborted) return undefined;
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

  const notSaved = useCallback(() => setSync(undefined), []);
  const { working, bulk } = useBulk({ facts, items, patch, send, notSaved, refresh });

  return useMemo(
    () => ({ items, problem, sync, refresh, move, feature, working, bulk }),
    [items, problem, sync, refresh, move, feature, working, bulk],
  );
}

/** Of what is published by itself; what could not be waits for somebody. */
function soonestOf(items: readonly ContentItem[] = []): string | undefined {
  const times = items.flatMap(({ publishAt, scheduleProblem }) =>
    publishAt === undefined || scheduleProblem !== undefined ? [] : [publishAt],
  );
  return times.toSorted()[0];
}
