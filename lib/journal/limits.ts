/** How much a journal takes; docs/journal.md says so. The tool holds them: the server cannot count what it cannot read. */

const mostJournals = 20;
/** Of a journal, those in the trash among them. */
export const mostOfKind = {
  entries: 20_000,
  media: 20_000,
  tags: 500,
  people: 500,
  templates: 100,
} as const;
export const mostPhotosInEntry = 100;
export const mostFileBytes = 100 * 1_048_576;
export const mostRevisions = 60;
/** Of an entry. Two devices may have chosen as many each, so more are kept than anybody is offered. */
export const mostTopics = 30;

/** Letters as `String.length` counts them. */
export const longest = {
  title: 300,
  gist: 240,
  place: 200,
  fileName: 200,
  caption: 500,
  name: 80,
  template: 20_000,
  device: 60,
} as const;
/** Of a text as JSON; a document of the store has 1 MiB, and quotes of a text in it become two letters. */
export const mostTextBytes = 500_000;

const words = {
  journals: "journals",
  entries: "entries",
  media: "photos and files",
  tags: "tags",
  people: "people",
  templates: "templates",
} as const;

export type Counted = keyof typeof words;

/** Undefined: so many more fit. Else a sentence of what does not. @param there how many there are, with those in the trash */
export function roomProblem(kind: Counted, there: number, more: number): string | undefined {
  const most = kind === "journals" ? mostJournals : mostOfKind[kind];
  if (more <= 0 || there + more <= most) return undefined;
  const count = (many: number) => many.toLocaleString("en");
  const ask = more === 1 ? "one more has no room" : `${count(more)} more have no room`;
  const free = there === 0 ? "Choose fewer" : "Delete some for good first";
  return `There are ${count(there)} ${words[kind]} of at most ${count(most)}: ${ask}. ${free}; nothing was changed.`;
}
