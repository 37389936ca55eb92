import { useEffect, useState } from "react";
import { followValue } from "#app/live/own-values.ts";
import { logFailure } from "#app/session/log-failure.ts";

/** What stands at a place of the live database, null for nothing; `undefined` until it is known. */
export function useLiveValue(path: string): { value: unknown; failed: boolean } {
  const [value, setValue] = useState<unknown>();
  const [failed, setFailed] = useState(false);
  useEffect(
    () =>
      followValue(
        path,
        (next) => {
          setValue(() => next);
          setFailed(false);
        },
        (error) => {
          logFailure("A value of the account could not be read", error);
          setFailed(true);
        },
      ),
    [path],
  );
  return { value, failed };
}
