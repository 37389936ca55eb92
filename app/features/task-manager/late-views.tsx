/** Views and dialogs whose code comes when they are looked at. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";

const form = <SkeletonForm fields={3} />;

export const JoinDialog = latePart(
  async () => (await import("./home/join-dialog.tsx")).JoinDialog,
  null,
);
export const InviteDialog = latePart(
  async () => (await import("./home/invite-dialog.tsx")).InviteDialog,
  null,
);
export const NewBoardDialog = latePart(
  async () => (await import("./home/new-board-dialog.tsx")).NewBoardDialog,
  null,
);
export const PeopleDialog = latePart(
  async () => (await import("./people/people-dialog.tsx")).PeopleDialog,
  null,
);
export const SettingsDialog = latePart(
  async () => (await import("./settings/settings-dialog.tsx")).SettingsDialog,
  null,
);
export const Denied = latePart(async () => (await import("./denied.tsx")).Denied, form);
export const RefusedNotes = latePart(
  async () => (await import("./refused-notes.tsx")).RefusedNotes,
  null,
);
export const KeptTextsNote = latePart(
  async () => (await import("./card/kept-texts-note.tsx")).KeptTextsNote,
  null,
);
export const CardPanel = latePart(
  async () => (await import("./card/card-panel.tsx")).CardPanel,
  <SkeletonForm fields={6} />,
);
export const CalendarView = latePart(
  async () => (await import("./calendar/calendar-view.tsx")).CalendarView,
  form,
);
export const ActivityView = latePart(
  async () => (await import("./activity/activity-view.tsx")).ActivityView,
  form,
);
export const ArchiveView = latePart(
  async () => (await import("./archive/archive-view.tsx")).ArchiveView,
  form,
);
export const TrashView = latePart(
  async () => (await import("./archive/archive-view.tsx")).TrashView,
  form,
);
export const LostView = latePart(
  async () => (await import("./archive/archive-view.tsx")).LostView,
  form,
);
export const SearchView = latePart(
  async () => (await import("./search/search-view.tsx")).SearchView,
  form,
);
export const ImportTrello = latePart(
  async () => (await import("./import/import-trello.tsx")).ImportTrello,
  null,
);
export const FilterBar = latePart(
  async () => (await import("./filters/filter-bar.tsx")).FilterBar,
  null,
);
export const InviteList = latePart(
  async () => (await import("./home/home-notes.tsx")).HomeNotes,
  null,
);
export const LeftNotes = latePart(
  async () => (await import("./home/left-notes.tsx")).LeftNotes,
  null,
);
export const SampleButton = latePart(
  async () => (await import("./home/sample.tsx")).SampleButton,
  null,
);
export const RemoveSample = latePart(
  async () => (await import("./home/sample.tsx")).RemoveSample,
  null,
);
export const BoardMenu = latePart(async () => (await import("./board-menu.tsx")).BoardMenu, null);
