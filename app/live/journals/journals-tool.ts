import { isJournalId } from "#lib/journal/journal-id.ts";

/** Of the browser: what it keeps of journals, of their photos, and to search them. */
export const journalsDatabase = "foyer-journals";
export const journalFilesDatabase = "foyer-journal-files";
export const journalSearchDatabase = "foyer-journal-search";

const begin = "journals/";

/** The outbox's name of a journal. */
export const journalTool = (journal: string): string => `${begin}${journal}`;

/** Undefined: that is another tool. */
export function journalOfTool(tool: string): string | undefined {
  const journal = tool.startsWith(begin) ? tool.slice(begin.length) : "";
  return isJournalId(journal) ? journal : undefined;
}
