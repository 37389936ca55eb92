/** A part of a tool whose code comes when it is looked at. Where that fails, the rest of the tool stays as it is. */
import { useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { siteAnswers } from "#app/ui/site-answers.ts";
import { ProblemNote } from "./problem-note.tsx";

/** @param waiting what stands there meanwhile */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LatePart(props) {
    const [isFailed, setFailed] = useState(false);
    const [tries, setTries] = useState(0);
    // Boxed: React would call a bare component.
    const [part, setPart] = useState({ Body: loaded });
    useEffect(() => {
      if (loaded !== undefined) {
        // It came between the drawing and this, asked for by another one.
        const Body = loaded;
        setPart((now) => (now.Body === Body ? now : { Body }));
        return;
      }
      const life = new AbortController();
      const show = async () => {
        try {
          const Body = await load();
          loaded = Body;
          if (!life.signal.aborted) setPart({ Body });
        } catch (error) {
          if (life.signal.aborted) return;
          // oxlint-disable-next-line no-console -- the browser's own words, for who looks there
          console.error("A part of this page did not load:", error);
          // Only another document gets it, that of a newer build perhaps. The visitor has asked for it once more.
          if (tries > 0 && (await siteAnswers())) location.reload();
          setFailed(true);
        }
      };
      void show();
      return () => life.abort();
    }, [tries]);

    const { Body } = part;
    if (Body !== undefined) return <Body {...props} />;
    if (!isFailed) return waiting;
    return (
      <ProblemNote
        text="This part of the page did not load. Check your connection and try again."
        onRetry={() => {
          setFailed(false);
          setTries(tries + 1);
        }}
      />
    );
  };
}
