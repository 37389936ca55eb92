/** Undefined for what is not JSON: a schema refuses it like any other wrong body. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Why it is none is of no use to who sent it.
    return undefined;
  }
}
