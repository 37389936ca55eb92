/** The text of an entry, in memory for as long as it is shown. */
import { useCallback, useEffect, useState } from "react";
import { useEntry, useJournal, useText } from "../store/journal-context.ts";
import type { EntryKey } from "../store/journal-store.ts";

export type HeldText = {
  /** `missing`: it is neither in this browser nor can the site be reached. */
  state: "loading" | "ready" | "missing";
  again: () => void;
};

export function useHeldText(key: EntryKey): HeldText {
  const { store } = useJournal();
  // Before its first word there is nothing to hold; it is drawn anew with that.
  const entry = useEntry(key);
  const text = useText(key);
  const isBegun = store.isBegun(key);
  const [tries, setTries] = useState(0);
  const of = `${key} ${tries}`;
  const [found, setFound] = useState<{ of: string; state: HeldText["state"] } | undefined>(
    isBegun ? { of, state: "ready" } : undefined,
  );
  useEffect(() => {
    if (isBegun) return undefined;
    const life = new AbortController();
    const hold = async () => {
      try {
        const letGo = await store.holdText(key);
        if (life.signal.aborted) letGo();
        else {
          life.signal.addEventListener("abort", letGo);
          setFound({ of, state: "ready" });
        }
      } catch (error) {
        if (life.signal.aborted) return;
        const entry = store.entry(key);
        // Nobody can have missed what was never written, nor what is in sight.
        const isHere = store.text(key) !== undefined || (entry?.words === 0 && entry.gist === "");
        // What failed in the browser has no other log than its console.
        // oxlint-disable-next-line no-console
        if (!isHere) console.warn("A text could not be read", error);
        setFound({ of, state: isHere ? "ready" : "missing" });
      }
    };
    void hold();
    return () => life.abort();
  }, [store, key, isBegun, of]);
  // What comes back with the connection is asked for without a press.
  const isMissing = found?.of === of && found.state === "missing";
  const again = useCallback(() => setTries((before) => before + 1), []);
  useEffect(() => {
    if (!isMissing) return undefined;
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isMissing, again]);
  const state = found?.of === of ? found.state : isBegun ? "ready" : "loading";
  // What has words is no empty page to write on, even where nobody could say why they are not here.
  const isAway = state === "ready" && text === undefined && entry !== undefined && entry.words > 0;
  return { state: isAway ? "missing" : state, again };
}
