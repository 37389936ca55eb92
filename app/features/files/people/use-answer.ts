import { useCallback, useEffect, useRef, useState } from "react";
import { createDatabasePing } from "#app/live/drive/drive-ping.ts";
import { problemText } from "#app/session/problem-text.ts";

type State<Value> = { value?: Value; problem?: string | undefined };

export type Answer<Value> = {
  /** The last one, also while it is asked again. Undefined: none yet. */
  value: Value | undefined;
  /** Why there is no newer one. */
  problem: string | undefined;
  again: () => void;
};

/** What the server answers, asked again whenever something changes that concerns this account. @param ask stays the same while the question does */
export function useAnswer<Value>(
  uid: string,
  ask: (signal: AbortSignal) => Promise<Value>,
): Answer<Value> {
  const [state, setState] = useState<State<Value> & { ask: typeof ask }>({ ask });
  const asking = useRef(new AbortController());
  const again = useCallback(() => {
    asking.current.abort();
    const life = new AbortController();
    asking.current = life;
    ask(life.signal).then(
      (value) => life.signal.aborted || setState({ ask, value }),
      (error: unknown) => {
        if (life.signal.aborted) return;
        const problem = problemText(error);
        setState((before) => (before.ask === ask ? { ...before, problem } : { ask, problem }));
      },
    );
  }, [ask]);
  useEffect(() => {
    again();
    const end = createDatabasePing(uid)(again);
    addEventListener("online", again);
    return () => {
      end();
      removeEventListener("online", again);
      asking.current.abort();
    };
  }, [uid, again]);
  const { value, problem } = state.ask === ask ? state : {};
  return { value, problem, again };
}
