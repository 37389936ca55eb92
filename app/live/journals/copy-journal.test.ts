import { expect, test } from "vitest";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { copyJournal } from "./copy-journal.ts";
import { JournalGoneError } from "./journal-gone.ts";

test("a private journal is not put into a plain one on the word of headers, whatever they say", async () => {
  const { signal } = new AbortController();
  const steps: string[] = [];
  const copying = copyJournal({
    uid: "ann",
    from: newJournalId("sealed"),
    to: newJournalId("plain"),
    signal,
    onProgress: ({ step }) => steps.push(step),
    withoutMissing: true,
  });
  await expect(copying).rejects.toThrow(JournalGoneError);
  expect(steps).toEqual([]);
});
