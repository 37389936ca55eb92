/** A part of a tool whose code comes when it is looked at. Where that fails, the rest of the tool stays as it is. */
import { useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { ProblemNote } from "./problem-note.tsx";

const answerTimeoutMs = 5000;

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
      if (loaded !== undefined) return;
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
          // A newer build has other files: the page has to come anew. The visitor has asked for it once more.
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

async function siteAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    return (await fetch(location.href, { method: "HEAD", cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}
