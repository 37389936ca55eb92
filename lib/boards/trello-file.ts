/**
 * The JSON that Trello exports of a board (Menu, “Print, export and share”, “Export as JSON”), as far as it is read. What
 * is of another form than Trello writes is empty. Source: exports, and developer.atlassian.com/cloud/trello.
 */

type TrelloList = { id: string; name: string; isClosed: boolean; pos: number };
type TrelloCheck = { id: string; name: string; isDone: boolean; pos: number; due: string };
export type TrelloChecklist = { name: string; card: string; pos: number; checks: TrelloCheck[] };
export type TrelloAttachment = { name: string; url: string };
export type TrelloComment = {
  id: string;
  card: string;
  text: string;
  author: string;
  /** ISO 8601. */
  date: string;
};

export type TrelloCard = {
  id: string;
  list: string;
  name: string;
  /** Markdown. */
  desc: string;
  isClosed: boolean;
  pos: number;
  /** ISO 8601, or empty. */
  due: string;
  start: string;
  isDone: boolean;
  labels: string[];
  members: string[];
  cover: string;
  attachments: TrelloAttachment[];
  fields: { field: string; text: string }[];
};

export type TrelloBoard = {
  id: string;
  name: string;
  desc: string;
  lists: TrelloList[];
  labels: { id: string; name: string; colour: string }[];
  cards: TrelloCard[];
  checklists: TrelloChecklist[];
  /** Oldest first. */
  comments: TrelloComment[];
  /** Full names by id. */
  members: Map<string, string>;
  fields: Map<string, { name: string; options: Map<string, string> }>;
  actions: number;
};

type Fields = Readonly<Record<string, unknown>>;

/** Undefined: that is no export of Trello. */
export function readTrelloFile(value: unknown): TrelloBoard | undefined {
  const file = fieldsOf(value);
  if (!Array.isArray(file["lists"]) || !Array.isArray(file["cards"])) return undefined;
  const actions = listOf(file["actions"]);
  return {
    id: textOf(file["id"]),
    name: textOf(file["name"]),
    desc: textOf(file["desc"]),
    lists: once(listOf(file["lists"]).map(listIn)).toSorted(byPos),
    labels: once(listOf(file["labels"]).map(labelIn)),
    cards: once(listOf(file["cards"]).map(cardIn)).toSorted(byPos),
    checklists: listOf(file["checklists"]).map(checklistIn).toSorted(byPos),
    comments: once(actions.flatMap(commentIn)).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    members: new Map(
      listOf(file["members"]).map((one) => [
        textOf(one["id"]),
        textOf(one["fullName"]) || textOf(one["username"]),
      ]),
    ),
    fields: new Map(listOf(file["customFields"]).map(fieldIn)),
    actions: actions.length,
  };
}

const listIn = (one: Fields): TrelloList => ({
  id: textOf(one["id"]),
  name: textOf(one["name"]),
  isClosed: one["closed"] === true,
  pos: posOf(one["pos"]),
});

const labelIn = (one: Fields) => ({
  id: textOf(one["id"]),
  name: textOf(one["name"]),
  colour: textOf(one["color"]),
});

const cardIn = (one: Fields): TrelloCard => ({
  id: textOf(one["id"]),
  list: textOf(one["idList"]),
  name: textOf(one["name"]),
  desc: textOf(one["desc"]),
  isClosed: one["closed"] === true,
  pos: posOf(one["pos"]),
  due: textOf(one["due"]),
  start: textOf(one["start"]),
  isDone: one["dueComplete"] === true,
  labels: [
    ...new Set([
      ...textsOf(one["idLabels"]),
      ...listOf(one["labels"]).map((label) => textOf(label["id"])),
    ]),
  ].filter(Boolean),
  members: textsOf(one["idMembers"]),
  cover: textOf(fieldsOf(one["cover"])["color"]),
  attachments: listOf(one["attachments"]).map((attachment) => ({
    name: textOf(attachment["name"]) || textOf(attachment["fileName"]),
    url: textOf(attachment["url"]),
  })),
  fields: listOf(one["customFieldItems"]).map((item) => {
    const value = fieldsOf(item["value"]);
    const [text] = ["text", "number", "date", "checked"]
      .map((name) => textOf(value[name]))
      .filter(Boolean);
    return { field: textOf(item["idCustomField"]), text: text ?? textOf(item["idValue"]) };
  }),
});

const checklistIn = (one: Fields): TrelloChecklist => ({
  name: textOf(one["name"]),
  card: textOf(one["idCard"]),
  pos: posOf(one["pos"]),
  checks: once(
    listOf(one["checkItems"]).map((check) => ({
      id: textOf(check["id"]),
      name: textOf(check["name"]),
      isDone: check["state"] === "complete",
      pos: posOf(check["pos"]),
      due: textOf(check["due"]),
    })),
  ).toSorted(byPos),
});

function commentIn(one: Fields): TrelloComment[] {
  if (one["type"] !== "commentCard" && one["type"] !== "copyCommentCard") return [];
  const data = fieldsOf(one["data"]);
  const author = fieldsOf(one["memberCreator"]);
  const comment = {
    id: textOf(one["id"]),
    card: textOf(fieldsOf(data["card"])["id"]),
    text: textOf(data["text"]),
    author: textOf(author["fullName"]) || textOf(author["username"]),
    date: textOf(one["date"]),
  };
  return comment.text.trim() === "" ? [] : [comment];
}

function fieldIn(one: Fields): [string, { name: string; options: Map<string, string> }] {
  const options = listOf(one["options"]).map((option): [string, string] => [
    textOf(option["id"]),
    textOf(fieldsOf(option["value"])["text"]),
  ]);
  return [textOf(one["id"]), { name: textOf(one["name"]), options: new Map(options) }];
}

/** Each id once. */
function once<One extends { id: string }>(all: readonly One[]): One[] {
  const known = new Set<string>();
  return all.filter(({ id }) => id !== "" && !known.has(id) && known.add(id));
}

/** As Trello shows them; where there is no number, as they come. */
function byPos(a: { pos: number }, b: { pos: number }): number {
  return a.pos - b.pos;
}

function posOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
