/** Which cards a filter lets through. What looks for them is loaded with the first filter. */
import { useEffect, useState } from "react";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useBoardApp, useFacts } from "../store/use-board.ts";
import type { FilterQuery } from "../views.ts";

type Ids = ReadonlySet<string>;

/** Undefined: there is no filter. The same set while the same cards are shown. */
export function useShown(query: FilterQuery, today: string): Ids | undefined {
  const { words, labels, people, due, done } = query;
  const { store } = useBoardApp();
  const { zone } = useFacts();
  const [shown, setShown] = useState<Ids>();
  const isOn = [words, labels, people, due, done].some((text) => text.trim() !== "");
  useEffect(() => {
    if (!isOn) return;
    const life = new AbortController();
    let stop = () => {};
    const hear = (next: Ids | undefined) =>
      setShown((before) => (before && next && isSame(before, next) ? before : next));
    const watch = async () => {
      const { watchShown } = await import("./find-shown.ts");
      if (life.signal.aborted) return;
      stop = watchShown(store, { text: { words, labels, people, due, done }, today, zone }, hear);
    };
    watch().catch(() =>
      tellProblem("The filter did not load. Check your connection and reload the page."),
    );
    return () => {
      life.abort();
      stop();
    };
  }, [store, isOn, words, labels, people, due, done, today, zone]);
  return isOn ? shown : undefined;
}

function isSame(one: Ids, other: Ids): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
