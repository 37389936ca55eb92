/** @param count of journals that were tried */
export function unlockProblem(error: unknown, count: number): string {
  const { name = "", message = "" } = error instanceof Error ? error : {};
  // By their names: their classes come with the code that decrypts.
  if (name === "WrongSecret") {
    return count === 1
      ? "This is not the passphrase of this journal."
      : "This is not the passphrase of any private journal here.";
  }
  if (name === "SealedFault") {
    return `The lock of this journal cannot be read: ${message} Nothing was changed.`;
  }
  if (name === "NoAnswerError" || name === "LockedError") return message;
  // What failed in the browser has no other log than its console; there are no words of anybody in it.
  // oxlint-disable-next-line no-console
  console.error("A journal could not be unlocked", name);
  return "This did not work. Reload the page and try it again; nothing was changed.";
}

export function openedWords(opened: number, count: number): string {
  const left = count - opened;
  const others = left === 1 ? "The other one" : "The others";
  return `Opened ${opened} of ${count} private journals. ${others} could not be opened with it.`;
}
