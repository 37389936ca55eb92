/** What a board's log says, in words: it has ids only, so what things are called now is handed in. */
import { quoted } from "../quoted.ts";
import type { Act } from "./acts.ts";
import type { LogEntry } from "./judge-input.ts";

/** Undefined: it is not there any more. Of what is only deleted there still is a name. A member may have none: empty. */
export type LogNames = {
  person: (uid: string) => string | undefined;
  card: (id: string) => string | undefined;
  column: (id: string) => string | undefined;
  label: (id: string) => string | undefined;
  check: (id: string) => string | undefined;
};

/** `card`: which one it is about. */
export type LogLine = { text: string; card: string | undefined };

/** A sentence of each act; none where only an order has changed. */
export function wordsOf(entry: Pick<LogEntry, "by" | "acts">, names: LogNames): LogLine[] {
  const said = personOf(entry.by, names);
  const who = names.person(entry.by) ? said : `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
  return (entry.acts ?? []).map((act) => ({
    text: `${"byAdmin" in act ? "An admin of this site" : who} ${saidOf(act, entry.by, names)}.`,
    card: "card" in act ? act.card : undefined,
  }));
}

/** What was done, behind the name of who did it. */
function saidOf(act: Act, by: string, names: LogNames): string {
  if (!("card" in act)) return saidOfBoard(act, by, names);
  const card = nameOf(names.card(act.card), "a card that is gone");
  switch (act.k) {
    case "new":
      return `added ${card}${act.n > 0 ? ` (#${act.n})` : ""} to ${columnOf(act.column, names)}`;
    case "move":
      return `moved ${card} from ${columnOf(act.from, names)} to ${columnOf(act.to, names)}`;
    case "people":
    case "labels":
      return saidOfSet(act, card, names);
    case "due":
      return act.to === ""
        ? `took the due date off ${card}`
        : `${act.from === "" ? "set" : "changed"} the due date of ${card} to ${momentOf(act.to)}`;
    case "check":
      return saidOfCheck(act.v, nameOf(names.check(act.id), "a check"), card);
    case "comment":
      return `commented on ${card}${mentioned(act.mentions, names)}`;
    case "edit-comment":
      return `changed a comment on ${card}${mentioned(act.mentions, names)}`;
    case "file":
      return `${fateVerbs[act.v]} the file ${quoted(plain(act.name))} ${fatePlaces[act.v]} ${card}`;
    case "link":
      return `${fateVerbs[act.v]} a link to a task ${fatePlaces[act.v]} ${card}`;
    default:
      return `${cardVerbs[act.k]} ${card}`;
  }
}

function saidOfCheck(v: Extract<Act, { k: "check" }>["v"], check: string, card: string): string {
  switch (v) {
    case "new":
      return `added ${check} to the checklist of ${card}`;
    case "changed":
      return `renamed ${check} on the checklist of ${card}`;
    case "gone":
      return `took ${check} off the checklist of ${card}`;
    case "back":
      return `put ${check} back on the checklist of ${card}`;
    case "done":
      return `ticked ${check} on ${card}`;
    case "undone":
      return `unticked ${check} on ${card}`;
  }
}

type BoardAct = Exclude<Act, { card: string }>;

function saidOfBoard(act: BoardAct, by: string, names: LogNames): string {
  switch (act.k) {
    case "column":
      return `${thingVerbs[act.v]} the column ${nameOf(names.column(act.id))}`;
    case "label":
      return `${thingVerbs[act.v]} the label ${nameOf(names.label(act.id))}`;
    case "limit":
      return act.to === 0
        ? `took the limit off ${columnOf(act.id, names)}`
        : `set the limit of ${columnOf(act.id, names)} to ${cards(act.to)}`;
    case "board":
      return "changed the board's name, colour or time zone";
    case "end":
      return "deleted the board";
    case "public":
      if (act.byAdmin) return "ended the public page";
      return act.on ? "made the board public" : "made the board private";
    case "import":
      return `imported ${cards(act.count)}`;
    case "join":
      return act.who === by
        ? `joined as ${roles[act.role]}`
        : `added ${personOf(act.who, names)} as ${roles[act.role]}`;
    case "leave":
      return act.who === by ? "left the board" : `saw ${personOf(act.who, names)} leave`;
    case "role":
      return act.who === by
        ? `became ${roles[act.role]}`
        : `made ${personOf(act.who, names)} ${roles[act.role]}`;
    case "remove":
      return `removed ${personOf(act.who, names)}`;
    case "invite":
      return `invited ${act.who === "" ? "somebody" : personOf(act.who, names)} as ${roles[act.role]}`;
  }
}

function saidOfSet(
  { k, add, off }: Extract<Act, { k: "people" | "labels" }>,
  card: string,
  names: LogNames,
): string {
  const listed = (words: string) =>
    k === "people"
      ? peopleOf(words, names)
      : listOf(words, (id) => nameOf(names.label(id), "a label that is gone"));
  const [added, taken] = [listed(add), listed(off)];
  const verb = k === "people" ? "gave" : "put";
  const put = k === "people" ? `${verb} ${card} to ${added}` : `${verb} ${added} on ${card}`;
  if (taken === "") return put;
  return added === "" ? `took ${taken} off ${card}` : `${put} and took ${taken} off it`;
}

const cardVerbs = {
  title: "renamed",
  notes: "changed the description of",
  start: "changed the start of",
  cover: "changed the cover of",
  done: "completed",
  undone: "reopened",
  archive: "archived",
  restore: "took out of the archive",
  delete: "deleted",
  undelete: "restored",
  "delete-comment": "deleted a comment on",
} as const;

const fateVerbs = { new: "added", changed: "renamed", gone: "deleted", back: "restored" } as const;
const fatePlaces = { new: "to", changed: "on", gone: "from", back: "on" } as const;
const thingVerbs = { ...fateVerbs, changed: "renamed" } as const;
const roles = { owner: "an owner", member: "a member", viewer: "a viewer" } as const;

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** @param local `2026-12-01` or `2026-12-01T09:00` */
function momentOf(local: string): string {
  const [date = "", time] = local.split("T");
  const at = new Date(`${date}T00:00Z`);
  if (Number.isNaN(at.getTime())) return local;
  return `${day.format(at)}${time === undefined ? "" : `, ${time}`}`;
}

function columnOf(id: string, names: LogNames): string {
  return nameOf(names.column(id), "a column that is gone");
}

function personOf(uid: string, names: LogNames): string {
  const name = names.person(uid);
  return name === undefined ? "a former member" : plain(name) || "somebody without a name";
}

function peopleOf(words: string, names: LogNames): string {
  return listOf(words, (uid) => personOf(uid, names));
}

/** Behind what was done with a comment. */
function mentioned(uids: string | undefined, names: LogNames): string {
  const people = peopleOf(uids ?? "", names);
  return people === "" ? "" : ` and mentioned ${people}`;
}

function nameOf(name: string | undefined, gone = "that is gone"): string {
  return name === undefined ? gone : quoted(plain(name));
}

/** `Ann, Ben and Cleo` */
function listOf(words: string, say: (word: string) => string): string {
  const said = words.split(" ").filter(Boolean).map(say);
  return said.length < 2 ? (said[0] ?? "") : `${said.slice(0, -1).join(", ")} and ${said.at(-1)}`;
}

function cards(count: number): string {
  return count === 1 ? "1 card" : `${count.toLocaleString("en")} cards`;
}

/** With what turns letters round, a name could turn the sentence round. */
function plain(text: string): string {
  return text.replace(/\p{Bidi_Control}+/gu, "");
}
