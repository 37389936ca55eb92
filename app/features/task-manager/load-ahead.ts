/** What is not in the browser yet is not there offline: what people do every day comes once there is time. */
export function loadAhead(): void {
  const parts = [
    import("./card/card-panel.tsx"),
    import("./board-menu.tsx"),
    import("./refused-notes.tsx"),
    import("./denied.tsx"),
    import("./archive/archive-view.tsx"),
    import("./calendar/calendar-view.tsx"),
    import("./filters/filter-bar.tsx"),
    import("./filters/find-shown.ts"),
    import("./search/search-view.tsx"),
    import("./settings/settings-dialog.tsx"),
  ];
  // Whoever needs one asks again.
  void Promise.allSettled(parts);
}
