/** The boards of an account, as they change. */
import { useCallback, useEffect, useState } from "react";
import { followBoards } from "#app/live/boards.ts";
import type { BoardEntry } from "#app/live/boards.ts";

export type OwnBoardList = {
  /** By name; undefined: not known yet. */
  boards: readonly BoardEntry[] | undefined;
  /** Why they are not known, or not followed any more. */
  failed: string | undefined;
  again: () => void;
};

export function useBoards(uid: string): OwnBoardList {
  const [boards, setBoards] = useState<readonly BoardEntry[]>();
  const [failed, setFailed] = useState<{ of: object; text: string }>();
  // Tried again, it is another one.
  const [of, setOf] = useState<object>({});
  useEffect(
    () =>
      followBoards(
        uid,
        (heard) => {
          setBoards(heard.toSorted(byName));
          setFailed(undefined);
        },
        (error) => {
          // What failed in the browser has no other log than its console.
          // oxlint-disable-next-line no-console
          console.error("The boards could not be followed", error);
          const text =
            "Your boards could not be read. Check your connection: it is tried again by itself, and nothing is lost.";
          setFailed({ of, text });
        },
      ),
    [uid, of],
  );
  const again = useCallback(() => setOf({}), []);
  return { boards, failed: failed?.of === of ? failed.text : undefined, again };
}

function byName(one: BoardEntry, other: BoardEntry): number {
  return one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1);
}
