/** What is not in the browser yet is not there offline: what people do every day comes once there is time. */
export function loadAhead(): void {
  const parts = [
    // A journal that locks without a connection asks for its passphrase all the same.
    import("./private/lock-screen.tsx"),
    import("#app/live/journals/open-locks.ts"),
    import("./entry/entry-editor.tsx"),
    import("./photos/photo-strip.tsx"),
    import("./photos/photo-urls.ts"),
    import("./photos/photo-viewer.tsx"),
    import("./fields/when-field.tsx"),
    import("./fields/mood-field.tsx"),
    import("./fields/tags-field.tsx"),
    import("./fields/people-field.tsx"),
    import("./fields/place-field.tsx"),
    import("./fields/weather-field.tsx"),
    import("./templates/template-menu.tsx"),
    import("./prompts/prompt-line.tsx"),
    import("./search/search-view.tsx"),
    import("./search/worker-address.ts").then(({ keepSearchWorker }) => keepSearchWorker()),
    import("./calendar/calendar-view.tsx"),
    import("./day/on-this-day.tsx"),
    import("./rare-view.tsx"),
    import("./list/away-room.tsx"),
    import("./list/no-entries.tsx"),
    import("./list/trash-list.tsx"),
    import("./list/lost-list.tsx"),
    import("./list/refused-notes.tsx"),
    import("./entry/revisions.tsx"),
    import("./entry/kept-both.tsx"),
    import("./year/year-view.tsx"),
    import("./photos/gallery-view.tsx"),
    import("./templates/templates-view.tsx"),
    import("./settings/settings-view.tsx"),
    import("./photos/map-view.tsx"),
    import("./export/export-view.tsx"),
    import("./book/book-view.tsx"),
    import("./import/import-view.tsx"),
  ];
  // Whoever needs one asks again.
  void Promise.allSettled(parts);
}
