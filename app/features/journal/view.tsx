/** What is shown of the chosen view: its name, what can be done with it, and its entries. */
import { useId } from "react";
import type { Ref, RefObject } from "react";
import type { ListHandle } from "./keys.ts";
import {
  CalendarView,
  NoEntries,
  OnThisDayLine,
  RareView,
  SearchView,
  StreakLine,
} from "./late-views.tsx";
import { useIsComing } from "./day/use-chosen.ts";
import { EntryList } from "./list/entry-list.tsx";
import { longDay } from "./dates.ts";
import { useRooms, useStoreTopic } from "./store/journal-context.ts";
import type { JournalEntry } from "./store/journal-store.ts";
import { useAddress } from "./use-address.ts";
import type { WriteNew } from "./use-write.ts";
import { type JournalQuery, type ViewName, viewTitles } from "./views.ts";

type Props = {
  view: ViewName;
  query: JournalQuery;
  entries: readonly JournalEntry[];
  list: Ref<ListHandle>;
  lastRef: RefObject<string>;
  words: string;
  onWords: (words: string) => void;
  onWrite: WriteNew;
};

export function View(props: Props) {
  const { view, words, onWords } = props;
  switch (view) {
    case "list":
      return <List {...props} />;
    case "search":
      return <SearchView words={words} onWords={onWords} />;
    case "calendar":
      return <CalendarView />;
    default:
      return <RareView view={view} />;
  }
}

function List({ query, entries, list, lastRef, onWrite }: Props) {
  const { change, openEntry, show } = useAddress();
  const id = useId();
  const rooms = useRooms();
  const isPresenting = useStoreTopic("rooms", (store) => store.presented()) !== undefined;
  // Of a part nothing is counted: it would look as if the others were lost.
  const isLoading = useIsComing();
  const { journal, day, order } = query;
  const room = rooms.find((one) => one.journal === journal);
  const title =
    day === "" ? (room ? room.settings.name || "Journal" : viewTitles.list) : longDay(day);
  return (
    <>
      <div className="journal-head">
        <h2 dir="auto" data-named={day === "" || undefined}>
          {title}
        </h2>
        {entries.length === 0 || isPresenting ? null : (
          <p className="journal-head-count">
            {entries.length === 1 ? "1 entry" : `${entries.length.toLocaleString("en")} entries`}
            {isLoading ? " so far…" : null}
          </p>
        )}
        {day === "" && entries.length > 1 ? (
          <div className="journal-order">
            <label htmlFor={id}>Sort by</label>
            <select
              id={id}
              value={order}
              autoComplete="off"
              onChange={({ currentTarget }) => change({ order: currentTarget.value })}
            >
              <option value="">Day</option>
              <option value="edited">Last edited</option>
            </select>
          </div>
        ) : null}
        {day === "" ? null : (
          <button type="button" className="record-link" onClick={() => show("list")}>
            All days
          </button>
        )}
      </div>
      {day !== "" || isPresenting ? null : (
        <div className="journal-lines">
          <StreakLine />
          <OnThisDayLine />
        </div>
      )}
      {entries.length === 0 ? (
        <NoEntries day={day} onWrite={onWrite} />
      ) : (
        <EntryList
          ref={list}
          label={title}
          entries={entries}
          isByDay={order !== "edited"}
          opened={query.entry}
          lastRef={lastRef}
          isMixed={room === undefined && rooms.length > 1}
          onOpen={openEntry}
        />
      )}
    </>
  );
}
