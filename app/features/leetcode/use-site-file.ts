import { useEffect, useState } from "react";

/** `missing`: there is no such file. */
export type SiteFile<Value> =
  | { state: "loading" }
  | { state: "here"; value: Value }
  | { state: "missing" }
  | { state: "failed"; again: () => void };

/** A file of this site, as JSON. Undefined asks for nothing. */
export function useSiteFile<Value>(path: string | undefined): SiteFile<Value> {
  const [attempt, setAttempt] = useState(0);
  const [file, setFile] = useState<SiteFile<Value>>({ state: "loading" });
  useEffect(() => {
    if (path === undefined) return undefined;
    const leaving = new AbortController();
    readFile<Value>(path, leaving.signal).then(setFile, () => {
      if (leaving.signal.aborted) return;
      setFile({
        state: "failed",
        again() {
          setFile({ state: "loading" });
          setAttempt(attempt + 1);
        },
      });
    });
    return () => leaving.abort();
  }, [path, attempt]);
  return file;
}

async function readFile<Value>(path: string, signal: AbortSignal): Promise<SiteFile<Value>> {
  const response = await fetch(path, { signal });
  if (response.status === 404) return { state: "missing" };
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return { state: "here", value: (await response.json()) as Value };
}
