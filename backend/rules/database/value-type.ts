/**
 * What is known of a value when rules are read. Firebase refuses rules that can never be right, and takes as a
 * condition only what is certain to be true or false.
 */
export type ValueType =
  | "boolean"
  | "number"
  | "string"
  | "null"
  /** One of those above, as what `val()` gives. */
  | "primitive"
  /** A part of the token, or a priority. */
  | "any";

export type DatabaseType = ValueType | "snapshot" | "query";

/** Whether it can be one of these when the rule is asked. */
export function mayBe(type: DatabaseType, wanted: readonly ValueType[]): boolean {
  return type === "any" || type === "primitive" || (wanted as readonly string[]).includes(type);
}

/** Whether both can turn out to be the same of these. */
export function mayBeSame(
  left: DatabaseType,
  right: DatabaseType,
  wanted: readonly ValueType[],
): boolean {
  return wanted.some((type) => mayBe(left, [type]) && mayBe(right, [type]));
}

/** What one of two values is. */
export function eitherOf(one: ValueType, other: ValueType): ValueType {
  if (one === other) return one;
  return one === "any" || other === "any" ? "any" : "primitive";
}
