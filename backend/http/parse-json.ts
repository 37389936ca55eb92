/** Text that is not JSON, or that holds more values than are taken at once. The message may be shown. */
export class BadJsonError extends Error {
  override readonly name = "BadJsonError";
}

const [COMMA, LIST, MAP] = [0x2c, 0x5b, 0x7b];

/**
 * JSON in UTF-8. `maxValues` bounds the time that parsing and what follows takes, before any of it: commas and
 * opening brackets are counted, those in texts too.
 * @throws BadJsonError
 */
export function parseJson(bytes: Uint8Array, maxValues: number): unknown {
  let values = 0;
  for (const byte of bytes) {
    if (byte === COMMA || byte === LIST || byte === MAP) values += 1;
  }
  if (values > maxValues) {
    throw new BadJsonError(`At most ${maxValues} values are taken at once; send it in parts.`);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new BadJsonError("The body is not JSON in UTF-8.");
  }
}
