/**
 * For a line that goes with the focus in it: the heading of its section has it then.
 * @param isLast the section goes, too: the panel's title has it
 */
export function focusHeading(within: Element | null, { isLast = false } = {}): void {
  const heading = isLast
    ? document.querySelector<HTMLElement>(panelTitle)
    : within?.closest("section")?.querySelector("h3");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A field that somebody else took from under one's hands leaves the focus to the panel, not to the page. */
export function keepFocus(): void {
  if (document.activeElement === document.body) {
    document.querySelector<HTMLElement>(panelTitle)?.focus({ preventScroll: true });
  }
}

const panelTitle = ".tool-panel h2";
