const maxBytes = 200;
const fallback = "file";
const encoder = new TextEncoder();

/**
 * The name that a file gets in storage: its own, as far as every device can write it. No slashes, no control
 * characters, nothing that turns the order of letters round, one way to write an umlaut, at most 200 bytes of UTF-8 with its extension kept.
 */
export function storedFileName(fileName: string): string {
  const clean = fileName
    .toWellFormed()
    .normalize("NFC")
    // oxlint-disable-next-line no-control-regex
    .replace(/[\0-\x1f\x7f/\\]+/g, "_")
    // With them `exe.png` may be what a `.exe` is shown as.
    .replace(/\p{Bidi_Control}+/gu, "")
    .trim();
  if (/^\.*$/.test(clean)) return fallback;
  const { stem, extension } = splitFileName(clean);
  return shortened(stem, maxBytes - encoder.encode(extension).length) + extension;
}

/** `.gz` of `a.tar.gz`, nothing of `.profile`; what is too long for one belongs to the name. */
function splitFileName(fileName: string): { stem: string; extension: string } {
  const extension = /(?<=[^.])\.[^.\s]{1,16}$/u.exec(fileName)?.[0] ?? "";
  return { stem: fileName.slice(0, fileName.length - extension.length), extension };
}

function shortened(text: string, bytes: number): string {
  const into = new Uint8Array(bytes);
  // Whole characters only.
  const { read } = encoder.encodeInto(text, into);
  return text.slice(0, read).trimEnd();
}
