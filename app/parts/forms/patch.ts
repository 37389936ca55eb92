/** An object with what is undefined left out; what is no object is an empty one: a draft may hold anything. */
export function fieldsOfItem(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
