/** Whether keys are written there. A checkbox leaves them to the row that it stands in. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}

const fields = "input:not([type=checkbox]),textarea,select,[contenteditable=true]";
