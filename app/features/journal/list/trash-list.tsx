/** What was deleted in the last 30 days: back, or away for good. */
import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { WindowVirtualizer } from "virtua";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { quoted } from "#lib/quoted.ts";
import { entriesWord, nameOf } from "../acts/words.ts";
import { shortDay } from "../dates.ts";
import { useIsComing } from "../day/use-chosen.ts";
import { useJournal, useRoom, useRooms, useStoreTopic } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { GoneJournals } from "./gone-journals.tsx";
import { GonePhotos, useGonePhotos } from "./gone-photos.tsx";

const usualHeight = 64;

export function TrashList() {
  const { acts } = useJournal();
  const { query } = useAddress();
  const all = useStoreTopic("entries", (store) => store.deleted());
  const deleted = useMemo(
    () => all.filter(({ journal }) => query.journal === "" || journal === query.journal),
    [all, query.journal],
  );
  const photos = useGonePhotos(query.journal);
  const rooms = useStoreTopic("rooms", (store) => store.goneRooms());
  const isEmpty = rooms.length + photos.length === 0;
  const isComing = useIsComing();
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly JournalEntry[]>();
  const chosen = deleted.filter(({ key }) => wanted.has(key));
  const place = useRef<HTMLDivElement>(null);
  const keys = useMemo(
    () => [...rooms.map(({ journal }) => journal), ...deleted.map(({ key }) => key)],
    [rooms, deleted],
  );
  useLineFocus(place, keys);
  function choose(key: string, isChosen: boolean): void {
    const next = new Set(wanted);
    if (isChosen) next.add(key);
    else next.delete(key);
    setWanted(next);
  }
  return (
    <div ref={place} className="journal-trash">
      <div className="journal-head">
        <h2>Trash</h2>
      </div>
      <GoneJournals />
      {deleted.length === 0 && isComing ? (
        <SkeletonRows rows={6} />
      ) : deleted.length === 0 ? (
        <EmptyRoom
          title={isEmpty ? "The trash is empty" : "No entries are in the trash"}
          text="Deleted entries stay here for 30 days."
        />
      ) : (
        <>
          <p className="faint">Deleted entries stay here for 30 days, with their photos.</p>
          <div className="record-acts">
            {chosen.length === 0 ? (
              <Button variant="default" onClick={() => setAsked(deleted)}>
                Empty the trash…
              </Button>
            ) : (
              <>
                <Button
                  variant="default"
                  onClick={() => acts.entries.restore(chosen.map(({ key }) => key))}
                >
                  Restore {chosen.length}
                </Button>
                <Button variant="default" onClick={() => setAsked(chosen)}>
                  Delete {chosen.length} for good…
                </Button>
                <Button
                  variant="subtle"
                  onClick={() => {
                    setWanted(new Set());
                    place.current?.querySelector<HTMLElement>("[data-line] input")?.focus();
                  }}
                >
                  Choose none
                </Button>
              </>
            )}
          </div>
          <WindowVirtualizer as="ul" item="li" itemSize={usualHeight} data={deleted}>
            {(entry) => (
              <Line
                key={entry.key}
                entry={entry}
                isChosen={wanted.has(entry.key)}
                onChoose={(isChosen) => choose(entry.key, isChosen)}
                onDelete={() => setAsked([entry])}
              />
            )}
          </WindowVirtualizer>
        </>
      )}
      <GonePhotos gone={photos} />
      {asked === undefined ? null : <Purge entries={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

type LineProps = {
  entry: JournalEntry;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onDelete: () => void;
};

function Line({ entry, isChosen, onChoose, onDelete }: LineProps) {
  const { acts } = useJournal();
  const { openEntry } = useAddress();
  const { key, journal, title, gist, when } = entry;
  const isMixed = useRooms().length > 1;
  const room = useRoom(journal);
  const name = title || gist || "No words";
  const said = quoted(name);
  return (
    <div className="journal-trash-line" data-line={key}>
      <label className="task-choice">
        <input
          type="checkbox"
          aria-label={`Choose ${said}`}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </label>
      <div>
        <button type="button" className="journal-trash-name" onClick={() => openEntry(key)}>
          <span dir="auto">{name}</span>
        </button>
        <p className="faint">
          {shortDay(when.v)}
          {isMixed ? (
            <>
              , <bdi>{room?.settings.name || "Journal"}</bdi>
            </>
          ) : null}
        </p>
      </div>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Restore ${said}`}
        onClick={() => acts.entries.restore([key])}
      >
        Restore
      </Button>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Delete ${said} for good`}
        onClick={onDelete}
      >
        Delete…
      </Button>
    </div>
  );
}

function Purge({ entries, onClose }: { entries: readonly JournalEntry[]; onClose: () => void }) {
  const { acts } = useJournal();
  const name = entries.length === 1 ? nameOf(entries[0]) : entriesWord(entries.length);
  return (
    <ConfirmDialog
      title={`Delete ${name} for good?`}
      text={
        <p>
          Words, revisions and photos are gone then, on all your devices. This cannot be undone.
        </p>
      }
      confirm="Delete for good"
      keep="Keep"
      onConfirm={async () => {
        const count = await acts.entries.purge(entries.map(({ key }) => key));
        const left = entries.length - count;
        const stays = left === 0 ? "" : ` ${entriesWord(left)} changed meanwhile, and stayed.`;
        tell(`Deleted ${entriesWord(count)} for good.${stays}`);
      }}
      onClose={onClose}
    />
  );
}
