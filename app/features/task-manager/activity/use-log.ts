/** The log of a board: what comes stands at once, older ones come by pages. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type ReadLogEntry, followLog, readLog } from "#app/live/boards.ts";
import { logFailure } from "#app/parts/uploader/log-failure.ts";
import { hasOlder, joined, withNewest } from "./log-pages.ts";

const pageSize = 50;

export type Log = {
  /** Newest first. */
  entries: readonly ReadLogEntry[];
  isLoading: boolean;
  /** It could not be read. */
  isFailed: boolean;
  /** There may be older ones. */
  hasOlder: boolean;
  older: () => void;
  again: () => void;
};

export function useLog(board: string): Log {
  const [entries, setEntries] = useState<readonly ReadLogEntry[]>([]);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [hasMore, setHasMore] = useState(true);
  const isFirst = useRef(true);
  const end = useRef(() => {});

  const begin = useCallback(() => {
    end.current();
    isFirst.current = true;
    end.current = followLog(
      board,
      pageSize,
      (newest) => {
        setEntries((before) => withNewest(newest, before));
        isFirst.current = false;
        setState("ready");
      },
      (error) => {
        logFailure("The log of a board could not be read", error);
        setState("failed");
      },
    );
  }, [board]);
  useEffect(() => {
    begin();
    return () => end.current();
  }, [begin]);

  const last = entries.at(-1)?.key;
  const older = useCallback(async () => {
    setState("loading");
    try {
      const found = await readLog(board, last, pageSize);
      setEntries((before) => joined(before, found));
      setHasMore(found.length > 0);
      setState("ready");
    } catch (error) {
      logFailure("Older entries of a log could not be read", error);
      setState("failed");
    }
  }, [board, last]);

  return {
    entries,
    isLoading: state === "loading",
    isFailed: state === "failed",
    hasOlder: hasMore && hasOlder(entries),
    older: () => void older(),
    again: () => {
      // What failed is the whole of it, or a page of older ones.
      if (!isFirst.current) return void older();
      setState("loading");
      begin();
    },
  };
}
