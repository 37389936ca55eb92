import { useCallback, useState } from "react";

/** The marks of the pages up to this one; another `key` begins at the first page again. */
export function usePages(key: string) {
  const [state, setState] = useState<{ key: string; marks: string[] }>({ key, marks: [] });
  const marks = state.key === key ? state.marks : [];
  const onNext = useCallback(
    (mark: string) =>
      setState((before) => ({ key, marks: [...(before.key === key ? before.marks : []), mark] })),
    [key],
  );
  const onBack = useCallback(
    () => setState((before) => ({ key, marks: before.marks.slice(0, -1) })),
    [key],
  );
  return { mark: marks.at(-1), page: marks.length + 1, onNext, onBack };
}
