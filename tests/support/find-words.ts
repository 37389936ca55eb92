/** Whether words stand in bytes, in any of the forms in which programs write them down. */

const forms: Readonly<Record<string, (word: string) => Buffer[]>> = {
  utf8: (word) => [Buffer.from(word, "utf8")],
  utf16le: (word) => [Buffer.from(word, "utf16le")],
  utf16be: (word) => [Buffer.from(word, "utf16le").swap16()],
  base64: (word) => [0, 1, 2].map((at) => base64At(Buffer.from(word, "utf8"), at)),
  base64url: (word) =>
    [0, 1, 2].map((at) =>
      Buffer.from(
        base64At(Buffer.from(word, "utf8"), at)
          .toString("latin1")
          .replaceAll("+", "-")
          .replaceAll("/", "_"),
      ),
    ),
  hex: (word) => {
    const hex = Buffer.from(word, "utf8").toString("hex");
    return [Buffer.from(hex), Buffer.from(hex.toUpperCase())];
  },
  json: (word) => [Buffer.from(JSON.stringify(word).slice(1, -1)), Buffer.from(escaped(word))],
  url: (word) => [Buffer.from(encodeURIComponent(word))],
};

/** What base64 always makes of it, whatever stands around it, when it begins at that offset of three bytes. */
function base64At(bytes: Buffer, at: number): Buffer {
  const before = Buffer.alloc(at);
  const whole = Buffer.concat([before, bytes]);
  const text = whole.toString("base64").replaceAll("=", "");
  const first = Math.ceil((at * 8) / 6);
  const last = Math.floor((whole.length * 8) / 6);
  return Buffer.from(text.slice(first, last));
}

/** All letters as `\\uXXXX`. */
function escaped(word: string): string {
  return Array.from({ length: word.length }, (_, at) => {
    const code = word.charCodeAt(at).toString(16).padStart(4, "0");
    return `\\u${code}`;
  }).join("");
}

export type WordForms = readonly { word: string; form: string; bytes: Buffer }[];

/** Of words that are long enough not to stand anywhere by chance. */
export function formsOf(words: readonly string[]): WordForms {
  return words.flatMap((word) =>
    Object.entries(forms).flatMap(([form, make]) =>
      make(word).map((bytes) => ({ word, form, bytes })),
    ),
  );
}

/** Bytes that are looked for as they are, and as base64 has them. @param word what it is called in what is found */
export function formsOfBytes(word: string, bytes: Buffer): WordForms {
  return [
    { word, form: "bytes", bytes },
    ...[0, 1, 2].map((at) => ({ word, form: "base64", bytes: base64At(bytes, at) })),
  ];
}

/** `WORD as FORM`, each once. */
export function foundIn(bytes: Buffer, all: WordForms): string[] {
  const found = all.filter((one) => bytes.includes(one.bytes));
  return [...new Set(found.map(({ word, form }) => `${word} as ${form}`))];
}
