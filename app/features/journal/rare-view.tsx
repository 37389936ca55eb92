/** Views that are looked at now and then: they are not among what the first one needs. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import type { ViewName } from "./views.ts";

const form = <SkeletonForm fields={3} />;
const rows = <SkeletonRows rows={6} />;

const YearView = latePart(async () => (await import("./year/year-view.tsx")).YearView, rows);
const OnThisDay = latePart(async () => (await import("./day/on-this-day.tsx")).OnThisDay, rows);
const TemplatesView = latePart(
  async () => (await import("./templates/templates-view.tsx")).TemplatesView,
  form,
);
const GalleryView = latePart(
  async () => (await import("./photos/gallery-view.tsx")).GalleryView,
  rows,
);
const MapView = latePart(async () => (await import("./photos/map-view.tsx")).MapView, form);
const ImportView = latePart(
  async () => (await import("./import/import-view.tsx")).ImportView,
  form,
);
const ExportView = latePart(
  async () => (await import("./export/export-view.tsx")).ExportView,
  form,
);
const BookView = latePart(async () => (await import("./book/book-view.tsx")).BookView, form);
const SettingsView = latePart(
  async () => (await import("./settings/settings-view.tsx")).SettingsView,
  form,
);
const TrashList = latePart(async () => (await import("./list/trash-list.tsx")).TrashList, rows);
const LostList = latePart(async () => (await import("./list/lost-list.tsx")).LostList, rows);

const views: Readonly<Partial<Record<ViewName, typeof YearView>>> = {
  year: YearView,
  today: OnThisDay,
  gallery: GalleryView,
  map: MapView,
  templates: TemplatesView,
  trash: TrashList,
  lost: LostList,
  import: ImportView,
  export: ExportView,
  book: BookView,
  settings: SettingsView,
};

export function RareView({ view }: { view: ViewName }) {
  const Body = views[view];
  return Body ? <Body /> : null;
}
