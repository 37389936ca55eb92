/** Views and dialogs whose code comes when they are looked at. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { quietPart } from "./quiet-part.tsx";

const form = <SkeletonForm fields={3} />;
const rows = <SkeletonRows rows={6} />;

/** Asked for as soon as the list is there: it is what somebody opens next. */
export const loadEntryPage = async () => (await import("./entry/opened-entry.tsx")).EntryPage;
export const EntryPage = latePart(
  loadEntryPage,
  <div className="journal-page">
    <SkeletonForm fields={4} />
  </div>,
);
export const LockScreen = latePart(
  async () => (await import("./private/lock-screen.tsx")).LockScreen,
  form,
);
/** Of a row; most rows have none. */
export const RowPicture = quietPart(
  async () => (await import("./photos/journal-picture.tsx")).JournalPicture,
);
export const RareView = latePart(async () => (await import("./rare-view.tsx")).RareView, rows);
export const FaultNotes = quietPart(
  async () => (await import("./list/fault-notes.tsx")).FaultNotes,
);
export const SearchView = latePart(
  async () => (await import("./search/search-view.tsx")).SearchView,
  rows,
);
export const CalendarView = latePart(
  async () => (await import("./calendar/calendar-view.tsx")).CalendarView,
  rows,
);
export const OnThisDayLine = quietPart(
  async () => (await import("./day/on-this-day.tsx")).OnThisDayLine,
);
export const StreakLine = quietPart(
  async () => (await import("./streak/streak-line.tsx")).StreakLine,
);
export const Cares = quietPart(async () => (await import("./cares.tsx")).Cares);
export const NewPrivateJournal = latePart(
  async () => (await import("./private/new-private-journal.tsx")).NewPrivateJournal,
  null,
);
export const NewJournal = latePart(
  async () => (await import("./new-journal.tsx")).NewJournal,
  null,
);
export const FirstJournal = latePart(
  async () => (await import("./first-journal.tsx")).FirstJournal,
  rows,
);
export const AwayRoom = latePart(async () => (await import("./list/away-room.tsx")).AwayRoom, null);
export const NoEntries = latePart(
  async () => (await import("./list/no-entries.tsx")).NoEntries,
  null,
);
export const RefusedNotes = latePart(
  async () => (await import("./list/refused-notes.tsx")).RefusedNotes,
  null,
);
export const LostNote = quietPart(async () => (await import("./list/lost-note.tsx")).LostNote);
export const OpenLost = quietPart(async () => (await import("./list/open-lost.tsx")).OpenLost);
export const JournalCare = quietPart(
  async () => (await import("./private/journal-care.tsx")).JournalCare,
);
export const PresentingWord = latePart(
  async () => (await import("./private/presenting-word.tsx")).PresentingWord,
  null,
);
