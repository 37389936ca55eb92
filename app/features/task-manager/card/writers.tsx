/** Who writes here just now, by what the board's log says. */
import { useEffect, useRef, useState } from "react";
import { type ReadLogEntry, followLog } from "#app/live/boards.ts";
import { logFailure } from "#app/parts/uploader/log-failure.ts";
import { useBoardApp, useMembers } from "../store/use-board.ts";
import type { Register } from "./keep-text.ts";

const shownMs = 10_000;
/** More are not written within a moment. */
const entriesLooked = 20;

export type Writers = Readonly<Record<Register, readonly string[]>>;

const nobody: Writers = { title: [], notes: [] };

/** Uids of others who have written into a card within the last 10 s. */
export function useWriters(card: string): Writers {
  const { store } = useBoardApp();
  const [writers, setWriters] = useState(nobody);
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const note = (register: Register, uid: string) => {
      setWriters((now) => ({
        ...now,
        // As often as somebody has written, so that the last one of them ends it.
        [register]: [...now[register], uid],
      }));
      const timer = setTimeout(() => {
        timers.delete(timer);
        setWriters((now) => {
          const at = now[register].indexOf(uid);
          return at === -1 ? now : { ...now, [register]: now[register].toSpliced(at, 1) };
        });
      }, shownMs);
      timers.add(timer);
    };
    const hear = (entries: readonly ReadLogEntry[]) => {
      const before = known.current;
      known.current = new Set(entries.map(({ key }) => key));
      // What was there when the card was opened is not just now.
      if (before === undefined) return;
      for (const { key, by, w } of entries) {
        if (before.has(key) || by === store.uid) continue;
        for (const register of ["title", "notes"] as const) {
          if (w.some((one) => one.startsWith(`cards/${card}/${register} `))) note(register, by);
        }
      }
    };
    const end = followLog(store.id, entriesLooked, hear, (error) =>
      logFailure("Who writes is not known", error),
    );
    return () => {
      end();
      known.current = undefined;
      setWriters(nobody);
      for (const timer of timers) clearTimeout(timer);
    };
  }, [store, card]);
  return writers;
}

/** `Ben is writing here`; its place is there before it says so. */
export function WritingHere({ uids }: { uids: readonly string[] }) {
  const members = useMembers();
  const names = [...new Set(uids)].map(
    (uid) => members.find((member) => member.uid === uid)?.name || "Somebody",
  );
  return (
    <output className="card-writing">
      {names.length === 0
        ? null
        : `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} writing here.`}
    </output>
  );
}
