import { useState } from "react";
import { problemText } from "#app/session/problem-text.ts";

export type Act = {
  busy: boolean;
  problem: string | undefined;
  /** One at a time. @returns whether it was done. Never rejects. */
  run: (work: () => Promise<void>) => Promise<boolean>;
  setProblem: (problem: string | undefined) => void;
};

/** Something that a button does, and what went wrong with it. */
export function useAct(): Act {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    busy,
    problem,
    setProblem,
    async run(work) {
      if (busy) return false;
      setBusy(true);
      setProblem(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setProblem(problemText(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
