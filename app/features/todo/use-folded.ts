import { useCallback, useState } from "react";

const key = "foyer:todo-folded";

/** Tasks whose subtasks are folded away in this tab. */
export function useFolded(): [ReadonlySet<string>, (id: string, isFolded: boolean) => void] {
  const [folded, setFolded] = useState(readFolded);
  const fold = useCallback((id: string, isFolded: boolean) => {
    setFolded((before) => {
      const next = new Set(before);
      if (isFolded) next.add(id);
      else next.delete(id);
      try {
        sessionStorage.setItem(key, JSON.stringify([...next]));
      } catch {
        // Without storage they are as they were with the next visit.
      }
      return next;
    });
  }, []);
  return [folded, fold];
}

function readFolded(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}
