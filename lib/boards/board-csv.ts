/** The cards of a board as a spreadsheet opens them: UTF-8 with its mark, CRLF, nothing taken for a formula. */
import { csvLine } from "../csv-line.ts";
import type { Card } from "./board-items.ts";
import { notesWords } from "./notes-words.ts";

export type CsvNames = {
  column: (id: string) => string;
  label: (id: string) => string;
  person: (uid: string) => string;
  counts: (card: string) => { done: number; checks: number; comments: number };
};

const head = [
  "Number",
  "Title",
  "Column",
  "Labels",
  "People",
  "Due",
  "Start",
  "Done",
  "Archived",
  "Checklist",
  "Comments",
  "Description",
];

/** @param cards in the order of their lines */
export function boardCsv(cards: readonly Card[], names: CsvNames): string {
  return `\uFEFF${csvLine(head)}${cards.map((card) => lineOf(card, names)).join("")}`;
}

function lineOf(card: Card, names: CsvNames): string {
  const { done, checks, comments } = names.counts(card.id);
  return csvLine([
    card.number === 0 ? "" : card.number,
    card.title,
    names.column(card.column),
    card.labels.map(names.label).filter(Boolean).join(", "),
    card.people.map(names.person).filter(Boolean).join(", "),
    card.due.replace("T", " "),
    card.start,
    card.isDone ? "yes" : "",
    card.isArchived ? "yes" : "",
    // Spreadsheets read 2/5 as a day.
    checks === 0 ? "" : `${done} of ${checks}`,
    comments === 0 ? "" : comments,
    notesWords(card.notes),
  ]);
}
