import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { DraftRoom, DraftState } from "#app/live/drafts/draft-room.ts";
import { openDraftRoom } from "#app/live/drafts/draft-room.ts";
import type { Editor } from "#app/live/drafts/draft-room-parts.ts";
import type { ContentKind } from "#lib/content/kinds.ts";

const loading: DraftState = {
  status: "loading",
  fields: {},
  published: null,
  rev: 0,
  isChanged: false,
  sync: "saved",
  uid: "",
  conflicts: [],
  saved: {},
  others: [],
  publishAt: null,
  scheduleProblem: null,
  refused: [],
  notice: null,
};

export type OpenDraft = DraftState & Omit<DraftRoom, "snapshot" | "subscribe" | "close">;

const none = () => () => undefined;
const notOpen = () => Promise.reject(new Error("The draft is not open yet."));

/** One draft, followed while it is on the screen. `user`: as others see who is editing; nothing is opened without. */
export function useDraft(
  kind: ContentKind,
  id: string,
  { user }: { user: Editor | undefined },
): OpenDraft {
  const [opened, setOpened] = useState<{ of: string; room?: DraftRoom; failed?: string }>();
  const [tries, setTries] = useState(0);
  const { uid, name } = user ?? {};
  // A name that changes, or is known late, takes no form from under who types in it.
  const named = useRef("");
  useLayoutEffect(() => {
    named.current = name ?? "";
  });
  // Tried again, it is another one.
  const of = `${tries} ${uid} ${kind} ${id}`;
  useEffect(() => {
    let isOver = false;
    let room: DraftRoom | undefined;
    if (uid === undefined) return undefined;
    const open = async () => {
      const editor = {
        uid,
        get name() {
          return named.current;
        },
      };
      room = await openDraftRoom({ kind, id, user: editor });
      if (isOver) room.close();
      else setOpened({ of, room });
    };
    open().catch((error: unknown) => {
      // What failed in the browser has no other log than its console.
      // oxlint-disable-next-line no-console
      console.error("The draft could not be opened", error);
      const failed =
        "This could not be opened. Check your connection and try again; nothing is lost.";
      if (!isOver) setOpened({ of, failed });
    });
    return () => {
      isOver = true;
      room?.close();
    };
  }, [of, kind, id, uid]);

  const mine = opened?.of === of ? opened : undefined;
  const room = mine?.room;
  const state = useSyncExternalStore(
    room?.subscribe ?? none,
    room?.snapshot ?? (() => loading),
    () => loading,
  );
  const failed = mine?.failed;
  return useMemo(() => {
    const status = failed === undefined ? state.status : { failed };
    const openAgain = async () => setTries((count) => count + 1);
    return { ...state, status, ...(room ? actsOf(room) : { ...noActs, refresh: openAgain }) };
  }, [state, room, failed]);
}

type Acts = Omit<DraftRoom, "snapshot" | "subscribe" | "close">;

function actsOf({
  snapshot: _snapshot,
  subscribe: _subscribe,
  close: _close,
  ...acts
}: DraftRoom): Acts {
  return acts;
}

const noActs: Acts = {
  change: () => undefined,
  keepMine: none,
  keepTheirs: none,
  flush: notOpen,
  refresh: notOpen,
  look: notOpen,
  tryAgain: () => undefined,
  letGo: () => undefined,
  closeNotice: () => undefined,
};
