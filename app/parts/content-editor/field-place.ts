/** Leads to the field that a problem is about: `links.0.url`, or what it stands in. */
export function goToField(path: string): void {
  for (let left = path; left !== ""; left = left.replace(/\.?[^.]+$/, "")) {
    const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(left)}"]`);
    if (field === null) continue;
    const control = field.matches("input, textarea, select, button")
      ? field
      : // The handle of something with a place stands before what is written in it.
        (field.querySelector<HTMLElement>("input, textarea, select, [contenteditable]") ??
        field.querySelector<HTMLElement>("button"));
    field.scrollIntoView({ block: "center" });
    (control ?? field).focus({ preventScroll: true });
    return;
  }
}
