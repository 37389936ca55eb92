import { useCallback, useEffect, useState } from "react";
import { problemText } from "#app/session/problem-text.ts";

type State<Value> = { of: number; value?: Value; problem?: string | undefined; error?: unknown };

export type Answer<Value> = {
  /** The last one, also while it is asked again. Undefined: none yet. */
  value: Value | undefined;
  /** Why there is no newer one. */
  problem: string | undefined;
  error: unknown;
  isAsking: boolean;
  again: () => void;
  /** What another answer has said. */
  put: (value: Value) => void;
};

/** What the server answers. @param ask stays the same while the question does */
export function useAnswer<Value>(ask: (signal: AbortSignal) => Promise<Value>): Answer<Value> {
  const [tries, setTries] = useState(1);
  const [state, setState] = useState<State<Value>>({ of: 0 });
  useEffect(() => {
    const life = new AbortController();
    const run = async () => {
      try {
        const value = await ask(life.signal);
        if (!life.signal.aborted) setState({ of: tries, value });
      } catch (error) {
        if (life.signal.aborted) return;
        setState(({ value }) => ({
          of: tries,
          problem: problemText(error),
          error,
          ...(value !== undefined && { value }),
        }));
      }
    };
    void run();
    return () => life.abort();
  }, [ask, tries]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  const put = useCallback((value: Value) => setState(({ of }) => ({ of, value })), []);
  const { of, value, problem, error } = state;
  return { value, problem, error, isAsking: of !== tries, again, put };
}
