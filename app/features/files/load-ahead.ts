/** What is not in the browser yet is not there offline: what people do every day comes once there is time. */
export function loadAhead(): void {
  const parts = [
    import("#app/parts/menus/row-menu.tsx"),
    import("./new-folder-dialog.tsx"),
    import("./move/move-dialog.tsx"),
    import("./preview/preview.tsx"),
    import("./details/details.tsx"),
    import("./trash/trash-view.tsx"),
  ];
  // Whoever needs one asks again.
  void Promise.allSettled(parts);
}
