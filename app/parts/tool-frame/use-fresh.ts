/** What a server says, asked again when somebody comes back to the page or takes something back; the last answer stays while the next one comes. */
import { useCallback, useEffect, useRef, useState } from "react";
import { onUndone } from "./toasts.ts";

/** Coming back asks again, but not more often than this: one return is told by more than one event. */
const quietMs = 1000;

export type Fresh<Value> = {
  /** The last one that could be read. */
  value: Value | undefined;
  /** Why the next one could not be. */
  problem: string | undefined;
  isReading: boolean;
  /** Asks now. Never rejects. */
  refresh: () => Promise<void>;
  /** Changes what is shown until the next answer. */
  change: (with_: (value: Value) => Value) => void;
};

type Read<Value> = (signal: AbortSignal) => Promise<Value>;

type Shown<Value> = {
  /** Whose answer it is. */
  read: Read<Value> | undefined;
  asked: number;
  value?: Value;
  problem?: string | undefined;
};

/**
 * @param read stays the same as long as it asks the same
 * @param wordsOf why it failed, in a sentence
 */
export function useFresh<Value>(
  read: Read<Value>,
  wordsOf: (error: unknown) => string | undefined,
): Fresh<Value> {
  const [shown, setShown] = useState<Shown<Value>>({ read: undefined, asked: 0 });
  const [asked, setAsked] = useState(0);
  const newest = useRef(read);
  useEffect(() => {
    newest.current = read;
  }, [read]);
  const running = useRef<{ life: AbortController; asked: number; at: number }>(undefined);

  const ask = useCallback(async () => {
    // Kept from before it asked for something else: what is asked for now is on its way.
    if (read !== newest.current) return;
    running.current?.life.abort();
    const life = new AbortController();
    const mine = (running.current?.asked ?? 0) + 1;
    running.current = { life, asked: mine, at: performance.now() };
    setAsked(mine);
    try {
      const value = await read(life.signal);
      if (!life.signal.aborted) setShown({ read, asked: mine, value });
    } catch (error) {
      if (life.signal.aborted) return;
      const problem = wordsOf(error);
      setShown((before) => ({ ...(before.read === read && before), read, asked: mine, problem }));
    }
  }, [read, wordsOf]);

  useEffect(() => {
    const comeBack = () => {
      const isDue = performance.now() - (running.current?.at ?? 0) > quietMs;
      if (document.visibilityState === "visible" && isDue) void ask();
    };
    const now = () => void ask();
    const begin = async () => ask();
    void begin();
    addEventListener("focus", comeBack);
    addEventListener("online", now);
    const stop = onUndone(now);
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      running.current?.life.abort();
      stop();
      removeEventListener("focus", comeBack);
      removeEventListener("online", now);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [ask]);

  const change = useCallback((with_: (value: Value) => Value) => {
    setShown((before) =>
      before.value === undefined ? before : { ...before, value: with_(before.value) },
    );
  }, []);
  const isReading = shown.read !== read || shown.asked !== asked;
  return { value: shown.value, problem: shown.problem, isReading, refresh: ask, change };
}
