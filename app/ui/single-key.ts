/** Keys without a modifier that do something by themselves. Visitors can switch them off (WCAG 2.1.4). */

/** In the browser's storage while they are off. */
export const singleKeysOff = "foyer:keys-off";

/** True for a key that is meant for the page: not for a field, an open dialog or menu, the browser or somebody else. */
export function isSingleKey(event: KeyboardEvent): boolean {
  return !(
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (event.target as Partial<Element>).closest?.("input,textarea,select,[contenteditable]") ||
    document.querySelector(":modal,:popover-open") ||
    isOff()
  );
}

function isOff(): boolean {
  try {
    return singleKeysOff in localStorage;
  } catch {
    // Without storage nobody can have switched them off.
    return false;
  }
}
