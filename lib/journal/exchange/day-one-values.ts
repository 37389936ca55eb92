/** Values of a Day One export, which come in many shapes: absent, null, or the words "(null)". */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Empty: there is none. */
export function wordsOf(value: unknown): string {
  return typeof value === "string" && value !== "(null)" ? value.toWellFormed().trim() : "";
}

/** Undefined: that is no number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds; NaN: that is no time. */
export function timeOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}
