/** Chooses the journal into which an entry goes, or all of them. */
import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { UnreadableItemError } from "#app/live/records/unreadable-item.ts";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import { entriesWord, nameOf } from "../acts/words.ts";
import { NotAllRead, useAllRead } from "../exchange/all-read.tsx";
import { copyProblem } from "../private/copy-words.ts";
import { noRoomFor } from "../private/room-for-copy.ts";
import { useEntries, useJournal, useRooms } from "../store/journal-context.ts";
import type { EntryKey, JournalEntry, Room } from "../store/journal-store.ts";
import { type MergeProgress, MoveRefusal, mergeJournal, moveEntry } from "./move-entries.ts";
import { TextMissingError } from "./moved-entry.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-private.css";

type Props = {
  from: Room;
  /** Without it all of them go. */
  entry?: JournalEntry;
  /** @param moved the entry in the other journal */
  onMoved: (to: Room, moved?: EntryKey) => void;
  onClose: () => void;
};

type Busy = { progress: MergeProgress | undefined };

export function MoveDialog({ from, entry, onMoved, onClose }: Props) {
  const app = useJournal();
  const id = useId();
  const others = useRooms().filter(({ journal }) => journal !== from.journal);
  const [chosen, setChosen] = useState(others[0]?.journal);
  const [busy, setBusy] = useState<Busy>();
  const [problem, setProblem] = useState<string>();
  const life = useRef<AbortController>(undefined);
  // A lock takes the dialog away, too.
  useEffect(() => () => life.current?.abort(), []);
  // Where it is locked meanwhile no other one takes its place unseen.
  const to = others.find(({ journal }) => journal === chosen);
  const isRead = useAllRead(to ? [from, to] : [from]);
  if (others.length === 0) return null;
  const { store, acts, uid } = app;

  async function move(into: Room): Promise<void> {
    if (busy) return;
    life.current = new AbortController();
    const { signal } = life.current;
    setBusy({ progress: undefined });
    setProblem(undefined);
    try {
      const files = await openJournalFiles(uid);
      acts.settle();
      const parties = { app: { store, acts }, from, to: into, files, signal };
      if (entry) return onMoved(into, await moveEntry(parties, entry));
      const full = await noRoomFor(from);
      if (full !== undefined) throw new MoveRefusal(full);
      const stayed = await mergeJournal(parties, (progress) => setBusy({ progress }));
      if (stayed === 0) return onMoved(into);
      setProblem(stayedWords(stayed, from, into));
      setBusy(undefined);
    } catch (error) {
      if (!signal.aborted) setProblem(problemOf(error, entry === undefined));
      setBusy(undefined);
    }
  }

  const isLeaving = to !== undefined && from.isSealed && !to.isSealed;
  return (
    <Modal
      label={id}
      className="modal journal-private-dialog"
      onClose={() => busy !== undefined || onClose()}
    >
      <h2 id={id}>
        {entry ? `Move ${nameOf(entry)}` : `Merge ${named(from)} into another journal`}
      </h2>
      <form
        className="record-dialog"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (to) void move(to);
        }}
      >
        {entry ? (
          <p>It goes with its photos and revisions.</p>
        ) : (
          <MergeWords from={from} name={named(from)} />
        )}
        <div className="record-field">
          <label htmlFor={`${id}-to`}>To</label>
          <select
            id={`${id}-to`}
            value={to?.journal ?? ""}
            autoComplete="off"
            disabled={busy !== undefined}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {to ? null : <option value="">Choose a journal</option>}
            {others.map((room) => (
              <option key={room.journal} value={room.journal}>
                {room.settings.name || "Journal"}
              </option>
            ))}
          </select>
        </div>
        {to ? null : <output>The one that was chosen is locked now.</output>}
        {isLeaving ? (
          <p className="journal-warning">
            {named(to)} is not encrypted: whoever runs the server, or has a back-up of it, can read
            what goes there.
          </p>
        ) : to?.isSealed && !from.isSealed ? (
          <p className="journal-warning">
            It is encrypted there. The trash of {named(from)} has it in plain text for 30 days more,
            and back-ups made before for up to 13 months.
          </p>
        ) : null}
        <NotAllRead isRead={isRead} />
        {busy?.progress ? <Progress {...busy.progress} /> : null}
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          {busy ? (
            <Button variant="default" onClick={() => life.current?.abort()}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            {...(isLeaving && { color: "red" })}
            disabled={!isRead || !to}
            loading={busy !== undefined}
          >
            {(entry ? "Move" : "Merge") + (isLeaving ? " in plain text" : "")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function MergeWords({ from, name }: { from: Room; name: string }) {
  const { length: now } = useEntries(from.journal);
  // It says so while they go, too.
  const [count] = useState(now);
  return (
    <p>
      {count === 1 ? "Its entry goes" : `All ${entriesWord(count)} go`} there, with photos,
      revisions and templates; tags and people of one name become one. The trash of {name} keeps{" "}
      {count === 1 ? "it" : "them"} for 30 days. The journal itself stays, without entries, until
      you delete it.
    </p>
  );
}

function Progress({ done, of, isWaiting }: MergeProgress) {
  return (
    <div className="journal-moving">
      <output>
        {isWaiting
          ? "Sending what was moved…"
          : `${done.toLocaleString("en")} of ${entriesWord(of)}`}
      </output>
      <progress aria-label="How far it is" max={Math.max(1, of)} value={done} />
      <p className="faint">
        Leave this page open. What is moved stays moved if it stops; begun again, it goes on.
      </p>
    </div>
  );
}

const named = ({ settings }: Room): string => quoted(settings.name || "Journal");

function stayedWords(count: number, from: Room, to: Room): string {
  const [stayed, them] =
    count === 1 ? ["1 entry stays", "it"] : [`${entriesWord(count)} stay`, "them"];
  return `${stayed} in ${named(from)}, as part of ${them} cannot be read or is not here yet. All else is in ${named(to)} now.`;
}

function problemOf(error: unknown, isMerge: boolean): string {
  if (error instanceof UnreadableItemError) {
    return "The text of this entry cannot be read, so it stays where it is.";
  }
  const isSaid = error instanceof MoveRefusal || error instanceof TextMissingError;
  const text = isSaid ? error.message : copyProblem(error);
  return isMerge && !(error instanceof MoveRefusal)
    ? `It stopped on the way: ${text} What was moved stays moved; begin again to go on.`
    : text;
}
