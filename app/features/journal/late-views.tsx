/** Views and dialogs whose code comes when they are looked at. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";

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
export const RowPicture = latePart(
  async () => (await import("./photos/journal-picture.tsx")).JournalPicture,
  null,
);
export const FaultNotes = latePart(
  async () => (await import("./list/fault-notes.tsx")).FaultNotes,
  null,
);
export const SearchView = latePart(
  async () => (await import("./search/search-view.tsx")).SearchView,
  rows,
);
export const CalendarView = latePart(
  async () => (await import("./calendar/calendar-view.tsx")).CalendarView,
  rows,
);
export const YearView = latePart(async () => (await import("./year/year-view.tsx")).YearView, rows);
export const OnThisDay = latePart(
  async () => (await import("./day/on-this-day.tsx")).OnThisDay,
  rows,
);
export const OnThisDayLine = latePart(
  async () => (await import("./day/on-this-day.tsx")).OnThisDayLine,
  null,
);
export const StreakLine = latePart(
  async () => (await import("./streak/streak-line.tsx")).StreakLine,
  null,
);
export const TemplatesView = latePart(
  async () => (await import("./templates/templates-view.tsx")).TemplatesView,
  form,
);
export const TemplateMenu = latePart(
  async () => (await import("./templates/template-menu.tsx")).TemplateMenu,
  null,
);
export const PromptLine = latePart(
  async () => (await import("./prompts/prompt-line.tsx")).PromptLine,
  null,
);
export const GalleryView = latePart(
  async () => (await import("./photos/gallery-view.tsx")).GalleryView,
  rows,
);
export const MapView = latePart(async () => (await import("./photos/map-view.tsx")).MapView, form);
export const PhotoStrip = latePart(
  async () => (await import("./photos/photo-strip.tsx")).PhotoStrip,
  null,
);
export const PhotoCare = latePart(
  async () => (await import("./photos/photo-care.tsx")).PhotoCare,
  null,
);
export const TrashCare = latePart(async () => (await import("./trash-care.tsx")).TrashCare, null);
export const ImportView = latePart(
  async () => (await import("./import/import-view.tsx")).ImportView,
  form,
);
export const ExportView = latePart(
  async () => (await import("./export/export-view.tsx")).ExportView,
  form,
);
export const BookView = latePart(async () => (await import("./book/book-view.tsx")).BookView, form);
export const SettingsView = latePart(
  async () => (await import("./settings/settings-view.tsx")).SettingsView,
  form,
);
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
export const WhenField = latePart(
  async () => (await import("./fields/when-field.tsx")).WhenField,
  null,
);
export const MoodField = latePart(
  async () => (await import("./fields/mood-field.tsx")).MoodField,
  null,
);
export const TagsField = latePart(
  async () => (await import("./fields/tags-field.tsx")).TagsField,
  null,
);
export const PeopleField = latePart(
  async () => (await import("./fields/people-field.tsx")).PeopleField,
  null,
);
export const PlaceField = latePart(
  async () => (await import("./fields/place-field.tsx")).PlaceField,
  null,
);
export const WeatherField = latePart(
  async () => (await import("./fields/weather-field.tsx")).WeatherField,
  null,
);
export const NoEntries = latePart(
  async () => (await import("./list/no-entries.tsx")).NoEntries,
  null,
);
export const TrashList = latePart(
  async () => (await import("./list/trash-list.tsx")).TrashList,
  rows,
);
export const LostList = latePart(async () => (await import("./list/lost-list.tsx")).LostList, rows);
export const RefusedNotes = latePart(
  async () => (await import("./list/refused-notes.tsx")).RefusedNotes,
  null,
);
export const Revisions = latePart(
  async () => (await import("./entry/revisions.tsx")).Revisions,
  form,
);
export const KeptBothList = latePart(
  async () => (await import("./entry/kept-both.tsx")).KeptBothList,
  null,
);
export const KeptNote = latePart(
  async () => (await import("#app/parts/kept-words/kept-note.tsx")).KeptNote,
  null,
);
export const JournalCare = latePart(
  async () => (await import("./private/journal-care.tsx")).JournalCare,
  null,
);
export const PresentingWord = latePart(
  async () => (await import("./private/presenting-word.tsx")).PresentingWord,
  null,
);
