/** Of a journal: `s…` sealed, `p…` plain, and 20 letters and digits of chance. What it is never changes. */
const form = /^[ps][a-z0-9]{20}$/;
const signs = "abcdefghijklmnopqrstuvwxyz0123456789";

export function isJournalId(text: string): boolean {
  return form.test(text);
}

/** Says it of no other text. */
export function isSealedJournal(journal: string): boolean {
  return isJournalId(journal) && journal.startsWith("s");
}

export function newJournalId(kind: "sealed" | "plain"): string {
  let id = kind === "sealed" ? "s" : "p";
  while (id.length < 21) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Each sign is as likely.
    if (byte < 252) id += signs[byte % signs.length]!;
  }
  return id;
}
