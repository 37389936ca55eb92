/** The notes on one problem, as they are typed: in this browser at once, at the server a moment later. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { openOutbox } from "#app/live/outbox/open-outbox.ts";
import type { Outbox, OutboxEntry, Sync } from "#app/live/outbox/outbox.ts";
import { notesTool } from "#app/live/problem-notes/notes-tool.ts";
import { readNotes } from "#app/live/problem-notes/problem-notes.ts";
import { sendNotes } from "#app/live/problem-notes/send-notes.ts";
import type { NotesSave } from "#app/live/problem-notes/send-notes.ts";
import { leetcodeProblem } from "./leetcode-words.ts";

const patience = { quietMs: 600, mostMs: 3000 };

export type Notes = {
  /** Undefined until it is known. */
  text: string | undefined;
  type: (text: string) => void;
  sync: Sync | undefined;
  problem: string | undefined;
};

export function useNotes(uid: string, id: string): Notes {
  const [text, setText] = useState<string>();
  const [outbox, setOutbox] = useState<Outbox>();
  const [problem, setProblem] = useState<string>();
  const last = useRef("");

  useEffect(() => {
    let isOver = false;
    let opened: Outbox | undefined;
    const open = async () => {
      const box = await openOutbox(uid);
      opened = box;
      sendNotes(box);
      const waiting = waitingIn(box, id);
      // It may be taken by now: a role was given back, or what was too much is shorter.
      await Promise.all(refusedIn(box, id).map((entry) => box.again(entry.id)));
      const now = waiting?.data.to ?? (await readNotes(uid, id)).text;
      if (isOver) return;
      last.current = now;
      setText(now);
      setOutbox(box);
    };
    open().catch((error: unknown) => isOver || setProblem(leetcodeProblem(error)));
    return () => {
      isOver = true;
      // What is not sent stays in the outbox, and is sent later.
      opened?.flush({ tool: notesTool, key: id }).catch(() => undefined);
    };
  }, [uid, id]);

  const type = useCallback(
    (to: string) => {
      if (outbox === undefined) return;
      const data: NotesSave = { from: last.current, to };
      last.current = to;
      setText(to);
      outbox
        .add({ tool: notesTool, key: id, data, patience })
        .catch((error: unknown) => setProblem(leetcodeProblem(error)));
    },
    [outbox, id],
  );

  return { text, type, sync: useSync(outbox, id), problem };
}

function entriesIn(outbox: Outbox, id: string): OutboxEntry<NotesSave>[] {
  const { entries } = outbox.state();
  const own = entries.filter(({ tool, key }) => tool === notesTool && key === id);
  return own as OutboxEntry<NotesSave>[];
}

const waitingIn = (outbox: Outbox, id: string) => entriesIn(outbox, id).at(-1);
const refusedIn = (outbox: Outbox, id: string) =>
  entriesIn(outbox, id).filter(({ refused }) => refused !== null);

function useSync(outbox: Outbox | undefined, id: string): Sync | undefined {
  const subscribe = useCallback(
    (listener: () => void) => outbox?.subscribe(listener) ?? (() => undefined),
    [outbox],
  );
  const sync = useSyncExternalStore(
    subscribe,
    // Of the same words it is the same.
    () => JSON.stringify(outbox?.sync({ tool: notesTool, key: id }) ?? null),
    () => "null",
  );
  return (JSON.parse(sync) as Sync | null) ?? undefined;
}
