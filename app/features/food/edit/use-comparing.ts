/** What is compared with what, which answers there were, and the places that come of it. */
import { useCallback, useMemo, useRef, useState } from "react";
import { callContent, sentenceOf } from "#app/parts/content-editor/content-api.ts";
import type { ContentItem } from "#lib/content/item.ts";
import {
  answered,
  beginComparing,
  byTaste,
  nextQuestion,
  ordersWithNew,
  placeOf,
} from "#lib/food/ranking.ts";
import type { Answer, Comparing as Asking } from "#lib/food/ranking.ts";

/** As many as one commit of the server takes. */
const placesAtOnce = 400;

type Orders = ReadonlyMap<string, string>;

export type Comparing = {
  /** The one to be placed. */
  one: ContentItem;
  /** Best first. */
  others: readonly ContentItem[];
  asking: Asking;
  /** What is asked about; undefined once its place is known. */
  other: ContentItem | undefined;
  /** How many answers there were. */
  count: number;
  /** Not compared yet, besides this one. */
  waiting: readonly ContentItem[];
  saved: "saving" | "saved" | { problem: string } | undefined;
  answer: (answer: Answer) => void;
  /** One answer back; undefined where there was none. */
  back: (() => void) | undefined;
  choose: (id: string) => void;
  save: () => void;
};

/** @param items two or more, as they were when it began */
export function useComparing(items: readonly ContentItem[]): Comparing {
  const [orders, setOrders] = useState<Orders>(
    () => new Map(items.map(({ id, order = "" }) => [id, order])),
  );
  const [id, setId] = useState(() => (items.find(({ order }) => !order) ?? items[0]!).id);
  const one = items.find((item) => item.id === id)!;
  // As it was when this one began: what is written meanwhile is what came of it.
  const [begun, setBegun] = useState(orders);
  const others = useMemo(() => othersOf(items, begun, id), [items, begun, id]);
  const [steps, setSteps] = useState<readonly Asking[]>([]);
  const asking = steps.at(-1) ?? beginComparing(others.length);
  const at = nextQuestion(asking);
  const [saved, setSaved] = useState<Comparing["saved"]>();
  // One after the other: of two places of the same post the second one counts.
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const write = useCallback(
    (ended: Asking) => {
      const { own, others: moved } = ordersWithNew(
        others.map((other) => orders.get(other.id) ?? ""),
        placeOf(ended),
      );
      const places: [string, string][] = [
        [id, own],
        ...[...moved].map(([index, order]): [string, string] => [others[index]!.id, order]),
      ];
      setOrders((before) => new Map([...before, ...places]));
      setSaved("saving");
      const sent = queue.current.then(() => sendPlaces(places));
      queue.current = sent.then(
        () => setSaved("saved"),
        (error: unknown) => setSaved({ problem: sentenceOf(error) }),
      );
    },
    [others, orders, id],
  );

  function answer(given: Answer): void {
    const next = answered(asking, given);
    setSteps([...steps, next]);
    if (nextQuestion(next) === undefined) write(next);
  }

  function choose(next: string): void {
    setId(next);
    setBegun(orders);
    setSteps([]);
    setSaved(undefined);
  }

  return {
    one,
    others,
    asking,
    other: at === undefined ? undefined : others[at],
    count: steps.length,
    waiting: items.filter((item) => item.id !== id && !orders.get(item.id)),
    saved,
    answer,
    back:
      steps.length === 0
        ? undefined
        : () => {
            setSteps(steps.slice(0, -1));
            setSaved(undefined);
          },
    choose,
    save: () => write(asking),
  };
}

/** Those that were compared; while none was, the next best one stands for them. */
function othersOf(items: readonly ContentItem[], orders: Orders, id: string): ContentItem[] {
  const rest = items
    .filter((item) => item.id !== id)
    .map((item) => ({ ...item, order: orders.get(item.id) ?? "" }));
  const ranked = rest.filter(({ order }) => order !== "").toSorted(byTaste);
  return ranked.length > 0 ? ranked : rest.slice(0, 1);
}

async function sendPlaces(places: readonly (readonly [string, string])[]): Promise<void> {
  for (let at = 0; at < places.length; at += placesAtOnce) {
    const some = Object.fromEntries(places.slice(at, at + placesAtOnce));
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    await callContent("foodPosts", "places", { places: some });
  }
}
