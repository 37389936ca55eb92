/** The log of a board: what comes stands at once, older ones come by pages. */
import { useEffect, useState } from "react";
import { type ReadLogEntry, followLog, readLog } from "#app/live/boards.ts";
import { logFailure } from "#app/parts/uploader/log-failure.ts";
import { hasOlder, joined, withNewest } from "./log-pages.ts";

const pageSize = 50;

type Reading = "loading" | "ready" | "failed";

export type Log = {
  /** Newest first. */
  entries: readonly ReadLogEntry[];
  /** The last ones, and those that come; what failed begins again by itself, too. */
  newest: Reading;
  older: Reading;
  /** There may be older ones. */
  hasOlder: boolean;
  readOlder: () => void;
  again: () => void;
};

export function useLog(board: string): Log {
  const [entries, setEntries] = useState<readonly ReadLogEntry[]>([]);
  const [newest, setNewest] = useState<Reading>("loading");
  const [older, setOlder] = useState<Reading>("ready");
  const [asked, setAsked] = useState({ board });
  /** Key of an entry before which there is none. */
  const [first, setFirst] = useState<string>();

  useEffect(
    () =>
      followLog(
        asked.board,
        pageSize,
        (found) => {
          setEntries((before) => withNewest(found, before));
          setNewest("ready");
        },
        (error) => {
          logFailure("The log of a board could not be read", error);
          setNewest("failed");
        },
      ),
    [asked],
  );

  const last = entries.at(-1)?.key;
  async function readOlder(): Promise<void> {
    setOlder("loading");
    try {
      const found = await readLog(board, last, pageSize);
      if (found.length === 0) setFirst(last);
      setEntries((before) => joined(before, found));
      setOlder("ready");
    } catch (error) {
      logFailure("Older entries of a log could not be read", error);
      setOlder("failed");
    }
  }

  return {
    entries,
    newest,
    older,
    hasOlder: last !== first && hasOlder(entries),
    readOlder: () => void readOlder(),
    again() {
      setNewest("loading");
      setAsked({ board });
    },
  };
}
