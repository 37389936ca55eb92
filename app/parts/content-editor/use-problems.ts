/** What stands in the way of publishing what is written just now. The code that knows comes after the form. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { Problem, problemsOf } from "#lib/content/problems.ts";
import type { PlainFields } from "#lib/firestore-value.ts";

type ProblemsOf = typeof problemsOf;

/** @param said by the server, which knows the others' addresses, too */
export function useProblems(
  kind: ContentKind,
  id: string,
  fields: PlainFields,
  said: readonly Problem[],
): { problems: readonly Problem[]; problemsNow: () => readonly Problem[] } {
  const [check, setCheck] = useState<{ run: ProblemsOf }>();
  const written = useDeferredValue(fields);
  useEffect(() => {
    const life = new AbortController();
    import("#lib/content/problems.ts").then(
      ({ problemsOf: run }) => life.signal.aborted || setCheck({ run }),
      () => {
        // The server says the same when it is asked to publish.
      },
    );
    return () => life.abort();
  }, []);
  const problems = useMemo(() => {
    const own = check?.run(kind, id, written) ?? [];
    const known = new Set(own.map(({ path }) => path));
    return [...own, ...said.filter(({ path }) => !known.has(path))];
  }, [check, kind, id, written, said]);
  // What is shown comes after what is typed; who publishes means the last letter, too.
  return { problems, problemsNow: () => check?.run(kind, id, fields) ?? [] };
}
