/** What stands in a field of a form; "" when it has no such field. */
export function textIn(form: HTMLFormElement | null, name: string): string {
  const value = form === null ? null : new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

/** As the `ref` of a field: it has the focus when its form opens, which somebody asked for. */
export function focusAtFirst(field: HTMLInputElement | null): void {
  field?.focus();
}
