const marginPx = 8;
const gapPx = 4;

/** Opens a popover below what it belongs to, within the window; its first button has the focus. */
export function showAt(element: HTMLElement, at: DOMRect): void {
  element.showPopover();
  const { offsetHeight: height, offsetWidth: width } = element;
  element.style.top = `${within(at.bottom + gapPx, innerHeight - height)}px`;
  // Not the window's: at its edge there is room for a scrollbar, and nothing is shown in it.
  const { offsetWidth: pageWidth } = document.documentElement;
  element.style.left = `${within(at.left, pageWidth - width)}px`;
  element.querySelector<HTMLElement>("button:not(:disabled)")?.focus({ preventScroll: true });
}

function within(wanted: number, most: number): number {
  return Math.max(marginPx, Math.min(wanted, most - marginPx));
}
