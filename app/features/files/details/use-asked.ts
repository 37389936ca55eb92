import { useCallback, useEffect, useState } from "react";
import { sentenceOf } from "../sentence-of.ts";

/** @param ask keep it the same while it asks the same; what it throws has a sentence for people */
export function useAsked<Value>(ask: (signal: AbortSignal) => Promise<Value>): {
  value: Value | undefined;
  problem: string | undefined;
  retry: () => void;
} {
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<{ of: typeof ask; value: Value }>();
  const [failed, setFailed] = useState<{ of: typeof ask; tries: number; text: string }>();
  useEffect(() => {
    const life = new AbortController();
    const show = async () => {
      try {
        const value = await ask(life.signal);
        if (!life.signal.aborted) setAnswer({ of: ask, value });
      } catch (error) {
        if (life.signal.aborted) return;
        setFailed({ of: ask, tries, text: sentenceOf(error, "It was not read") });
      }
    };
    void show();
    return () => life.abort();
  }, [ask, tries]);
  return {
    value: answer?.of === ask ? answer.value : undefined,
    problem: failed?.of === ask && failed.tries === tries ? failed.text : undefined,
    retry: useCallback(() => setTries((now) => now + 1), []),
  };
}
