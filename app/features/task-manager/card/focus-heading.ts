/** For a line that goes with the focus in it: the heading of its section has it then. */
export function focusHeading(within: Element): void {
  const heading = within.closest("section")?.querySelector("h3");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
