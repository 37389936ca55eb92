import { useCallback, useEffect, useState } from "react";
import { RemoteFileError, remoteProblem } from "#app/live/drive/remote-file.ts";
import { CsvError } from "#lib/read-csv.ts";
import { ZipError } from "#lib/zip/zip-directory.ts";
import { logFailure } from "#app/session/log-failure.ts";

export type Loaded<Value> = {
  /** Undefined until it is there. */
  value: Value | undefined;
  problem: RemoteFileError | undefined;
  retry: () => void;
};

/** @param load keep it the same while it loads the same; a connection that comes back lets it try again */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState<{ of: typeof load; value: Value }>();
  const [failed, setFailed] = useState<Failed<typeof load>>();
  const retry = useCallback(() => setTries((now) => now + 1), []);

  useEffect(() => {
    const life = new AbortController();
    const show = async () => {
      try {
        const value = await load(life.signal);
        if (!life.signal.aborted) setLoaded({ of: load, value });
      } catch (error) {
        if (life.signal.aborted) return;
        const problem = problemOf(error);
        if (problem.state === "failed") logFailure("A file could not be shown", error);
        setFailed({ of: load, tries, problem });
      }
    };
    void show();
    return () => life.abort();
  }, [load, tries]);

  const problem = failed?.of === load && failed.tries === tries ? failed.problem : undefined;
  const isOffline = problem?.state === "offline";
  useEffect(() => {
    if (!isOffline) return;
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [isOffline, retry]);

  return { value: loaded?.of === load ? loaded.value : undefined, problem, retry };
}

type Failed<Of> = { of: Of; tries: number; problem: RemoteFileError };

/** What cannot be read says it in a sentence of its own. */
function problemOf(error: unknown): RemoteFileError {
  if (error instanceof ZipError || error instanceof CsvError) {
    return new RemoteFileError("damaged", error.message, error);
  }
  return remoteProblem(error);
}
