/** Looks for the cards that a filter lets through, in small steps: who types waits for none of it. */
import { startTransition } from "react";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { countOf, matches, readFilter } from "#lib/boards/filter.ts";
import type { CardFilter, FilterNow, FilterText } from "#lib/boards/filter.ts";
import type { BoardStore } from "../store/board-store.ts";
import { foldedWords } from "./card-words.ts";

type Ids = ReadonlySet<string>;

/** Half of what a frame has. */
const stepMs = 8;

/**
 * Tells what is found, and again when a card has changed. Returns a function that ends it.
 * @param hear undefined: it is no condition that is known
 */
export function watchShown(
  store: Pick<BoardStore, "cards" | "things" | "subscribe">,
  { text, today, zone }: { text: FilterText; today: string; zone: string },
  hear: (shown: Ids | undefined) => void,
): () => void {
  const filter = readFilter(text);
  if (countOf(filter) === 0) {
    hear(undefined);
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout>;
  function find(): void {
    clearTimeout(timer);
    const finding = findShown(store, filter, { ms: Date.now(), today, zone });
    const goOn = () => {
      const found = stepOf(finding);
      if (found) startTransition(() => hear(found));
      else timer = setTimeout(goOn, 0);
    };
    const first = stepOf(finding);
    if (first) hear(first);
    else timer = setTimeout(goOn, 0);
  }
  find();
  const stop = store.subscribe("words", find);
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Undefined: there is more to do. */
function stepOf(finding: Generator<undefined, Ids>): Ids | undefined {
  const until = performance.now() + stepMs;
  for (;;) {
    const { done, value } = finding.next();
    if (done) return value;
    if (performance.now() > until) return undefined;
  }
}

/** Says of cards that were just added that a filter hides them. */
export function tellHidden(
  store: Pick<BoardStore, "card" | "things">,
  ids: readonly string[],
  { text, today, zone }: { text: FilterText; today: string; zone: string },
): void {
  const filter = readFilter(text);
  const now = { ms: Date.now(), today, zone };
  const { length } = ids.filter((id) => {
    const card = store.card(id);
    return card && !matches(filter, card, () => foldedWords(store, card), now);
  });
  if (length === 1) tell("The card was added. The filter hides it.");
  else if (length > 1) tell(`${length} cards were added. The filter hides them.`);
}

/** Of cards that stand on the board. Gives way after each few. */
export function* findShown(
  store: Pick<BoardStore, "cards" | "things">,
  filter: CardFilter,
  now: FilterNow,
): Generator<undefined, Ids> {
  const found = new Set<string>();
  let count = 0;
  for (const card of store.cards().values()) {
    count += 1;
    if (count % 20 === 0) yield;
    if (card.isArchived || card.isGone) continue;
    if (matches(filter, card, () => foldedWords(store, card), now)) found.add(card.id);
  }
  return found;
}
