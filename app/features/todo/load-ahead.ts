/** What is not in the browser yet is not there offline: what people do every day comes once there is time. */
export function loadAhead(): void {
  const parts = [
    import("./panel/task-panel.tsx"),
    import("./quick-add-reader.ts"),
    import("./quick-add-chips.tsx"),
    import("./no-tasks.tsx"),
    import("./move-dialog.tsx"),
    import("./bulk-bar.tsx"),
    import("./trash-list.tsx"),
    import("#app/parts/records/pasted-lines.tsx"),
    import("./group-buttons.tsx"),
    import("./new-group-form.tsx"),
    import("./group-dialog.tsx"),
    import("./refused-notes.tsx"),
    import("./filters/filter-view.tsx"),
    import("./filters/filtered-tasks.ts"),
    import("./planner/planner-view.tsx"),
    import("./panel/plan-dialog.tsx"),
    import("./board/board-view.tsx"),
  ];
  // Whoever needs one asks again.
  void Promise.allSettled(parts);
}
