import { useEffect, useState } from "react";
import type { ComponentType } from "react";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { siteAnswers } from "#app/ui/site-answers.ts";
import { loadQuietly } from "./load-quietly.ts";

/** As latePart, for what nobody waits for: without a connection nothing is there until there is one. */
export function quietPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function QuietPart(props) {
    // Boxed: React would call a bare component.
    const [{ Body }, setPart] = useState({ Body: loaded });
    useEffect(() => {
      if (Body !== undefined) return;
      const life = new AbortController();
      const show = async () => {
        const part = loaded ?? (await loadQuietly(load, outside, life.signal));
        if (part === undefined) return;
        loaded = part;
        if (!life.signal.aborted) setPart({ Body: part });
      };
      void show();
      return () => life.abort();
    }, [Body]);
    return Body ? <Body {...props} /> : null;
  };
}

const outside = {
  answers: siteAnswers,
  untilBack: (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const come = () => resolve();
      for (const event of ["online", "focus"]) {
        addEventListener(event, come, { once: true, signal });
      }
      signal.addEventListener("abort", come, { once: true });
    }),
  onLost: () =>
    tellProblem(
      "A part of the journal did not load. Trying again loads the whole page; what you wrote is kept.",
      () => location.reload(),
    ),
};
