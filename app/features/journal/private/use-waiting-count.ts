import { useEffect, useState } from "react";
import { journalTool } from "#app/live/journals/journals-tool.ts";
import { openOutbox } from "#app/live/outbox/open-outbox.ts";

/** How many changes of these journals wait in this browser; 0 while nobody knows. */
export function useWaitingCount(uid: string, journals: readonly string[]): number {
  const [count, setCount] = useState(0);
  const ids = journals.join();
  useEffect(() => {
    const life = new AbortController();
    const begin = async () => {
      const outbox = await openOutbox(uid);
      const tools = new Set(ids.split(",").map(journalTool));
      const look = () =>
        setCount(outbox.state().entries.filter(({ tool }) => tools.has(tool)).length);
      if (life.signal.aborted) return;
      life.signal.addEventListener("abort", outbox.subscribe(look));
      look();
    };
    begin().catch(() => {
      // Nobody is signed in any more, or the browser keeps nothing: then nothing is said.
    });
    return () => life.abort();
  }, [uid, ids]);
  return count;
}
