/** A board as Trello exports it, as changes of one of ours. What cannot be taken is said, and words are never left out. */
import { generateNKeysBetween } from "fractional-indexing";
import { isLocal, localAt } from "../dates/floating.ts";
import { hashOf } from "../records/hash-of.ts";
import { orderBetween } from "../records/place.ts";
import type { Parts } from "../records/register.ts";
import { mostWordsInSet } from "./limits.ts";
import type { BoardKind } from "./shape.ts";
import { descriptionOf, partsOf } from "./trello-description.ts";
import {
  type TrelloBoard,
  type TrelloCard,
  type TrelloChecklist,
  type TrelloComment,
  readTrelloFile,
} from "./trello-file.ts";

/** One register of a board written, as `Records.change` of app/live/records takes it. */
export type BoardChange = {
  kind: BoardKind;
  id: string;
  register: string;
  value: Parts;
  isNew: true;
};

export type TrelloContext = {
  /** Of who imports: they are the author of all of it. */
  uid: string;
  /** IANA name: Trello's times are shown in it. */
  zone: string;
  /** Order of the board's last column; null: it has none. */
  lastOrder: string | null;
};

export type TrelloImport = {
  name: string;
  counts: {
    columns: number;
    labels: number;
    /** Archived ones too. */
    cards: number;
    archived: number;
    checks: number;
    comments: number;
  };
  /** Of the same board they are always under the same ids: imported twice, it is there once. Each card with its own. */
  changes: BoardChange[];
  /** What is not as it was. */
  said: string[];
  /** Why nothing can be imported. */
  problem?: string;
};

const longest = { board: 100, column: 100, label: 50, title: 500, check: 500, comment: 5000 };
const mostChecks = 100;
/** So many actions are all that Trello exports. */
const mostActions = 1000;

const colours: Readonly<Record<string, string>> = {
  green: "green",
  yellow: "yellow",
  orange: "orange",
  red: "red",
  purple: "violet",
  blue: "blue",
  sky: "teal",
  lime: "green",
  pink: "pink",
};

/** The year 9999. Milliseconds. */
const latest = 253_370_764_800_000;

const noExport =
  "This is no board as Trello exports it. In Trello open the board’s menu, “Print, export and share”, “Export as JSON”, and choose that file.";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** @param value of the parsed file, whatever it is */
export function readTrello(value: unknown, context: TrelloContext): TrelloImport {
  const board = readTrelloFile(value);
  if (board === undefined) return { ...nothing, problem: noExport };
  if (board.cards.length === 0 && board.lists.length === 0) {
    return { ...nothing, problem: "This board has no lists and no cards." };
  }
  return new TrelloReader(board, context).read();
}

const nothing: TrelloImport = {
  name: "",
  counts: { columns: 0, labels: 0, cards: 0, archived: 0, checks: 0, comments: 0 },
  changes: [],
  said: [],
};

type TakenCheck = { id: string; title: string; isDone: boolean };

class TrelloReader {
  readonly #board: TrelloBoard;
  readonly #context: TrelloContext;
  readonly #changes: BoardChange[] = [];
  readonly #said = new Map<string, number>();
  readonly #labels = new Set<string>();
  readonly #counts = { ...nothing.counts };

  constructor(board: TrelloBoard, context: TrelloContext) {
    this.#board = board;
    this.#context = context;
  }

  read(): TrelloImport {
    const board = this.#board;
    const name = oneLine(board.name) || "Trello";
    if (board.desc.trim() !== "") this.#say("The description of the board is left out.");
    if (board.actions >= mostActions) {
      this.#say(
        `Trello exports only the last ${mostActions.toLocaleString("en")} actions: older comments are not in the file.`,
      );
    }
    this.#addLabels();
    const shown = this.#addColumns();
    const checklists = Map.groupBy(board.checklists, ({ card }) => card);
    const comments = Map.groupBy(board.comments, ({ card }) => card);
    const byList = Map.groupBy(board.cards, ({ list }) => list || "none");
    for (const [list, cards] of byList) {
      const orders = generateNKeysBetween(null, null, cards.length);
      for (const [at, card] of cards.entries()) {
        const isArchived = card.isClosed || !shown.has(card.list);
        const place = { column: this.#idOf(list), order: orders[at] ?? "", by: this.#context.uid };
        this.#addCard(card, { place, isArchived, checklists: checklists.get(card.id) ?? [] });
        this.#addComments(card, comments.get(card.id) ?? []);
        comments.delete(card.id);
      }
    }
    for (const { length } of comments.values()) {
      this.#say("Comments of cards that are not in the file are left out.", length);
    }
    return {
      name: cut(name, longest.board),
      counts: this.#counts,
      changes: this.#changes,
      said: Array.from(this.#said, ([words, times]) =>
        times === 1 ? words : `${words} (${times}×)`,
      ),
    };
  }

  #say(words: string, times = 1): void {
    this.#said.set(words, (this.#said.get(words) ?? 0) + times);
  }

  #make(kind: BoardKind, id: string, registers: Readonly<Record<string, Parts>>): void {
    for (const [register, value] of Object.entries(registers)) {
      this.#changes.push({ kind, id, register, value, isNew: true });
    }
  }

  /** Trello's own are unlike each other everywhere; others could be anything. */
  #idOf(id: string): string {
    const isOwn = /^[A-Za-z0-9]{8,40}$/.test(id);
    return `trello-${isOwn ? id : hashOf(`${this.#board.id} ${id}`)}`;
  }

  #addLabels(): void {
    const used = new Set(this.#board.cards.flatMap(({ labels }) => labels));
    const taken = this.#board.labels.filter(({ id, name }) => used.has(id) || name.trim() !== "");
    const orders = generateNKeysBetween(null, null, taken.length);
    for (const [at, { id, name, colour }] of taken.entries()) {
      const ours = this.#colourOf(colour);
      const whole = oneLine(name) || oneLine(colour.replaceAll("_", " ")) || "Label";
      if (whole.length > longest.label) {
        this.#say(`Names of labels are cut after ${longest.label} letters.`);
      }
      this.#labels.add(id);
      this.#counts.labels++;
      this.#make("labels", this.#idOf(id), {
        name: { v: cut(whole, longest.label) },
        colour: { v: ours },
        order: { v: orders[at] ?? "" },
      });
    }
  }

  /** `green_dark` is green. */
  #colourOf(colour: string): string {
    const [name = ""] = colour.split("_");
    const ours = Object.hasOwn(colours, name) ? colours[name] : undefined;
    if (ours === undefined && name !== "") this.#say("Colours that are not here are left out.");
    return ours ?? "";
  }

  /** Ids of lists that are columns: those that are open, in Trello's order. */
  #addColumns(): Set<string> {
    const { lists, cards } = this.#board;
    const known = new Set(lists.map(({ id }) => id));
    const open = lists.filter(({ isClosed }) => !isClosed);
    const lost = cards.filter(({ list, isClosed }) => !known.has(list) && !isClosed);
    if (open.length < lists.length) {
      this.#say("Archived lists are no columns: their cards are in the archive.");
    }
    if (lost.length > 0) {
      this.#say("Cards without a list are in the archive.", lost.length);
    }
    let order = this.#context.lastOrder;
    for (const { id, name } of open) {
      const whole = oneLine(name) || "Untitled";
      if (whole.length > longest.column) {
        this.#say(`Names of lists are cut after ${longest.column} letters.`);
      }
      this.#counts.columns++;
      order = orderBetween(order, null, () => 0);
      this.#make("columns", this.#idOf(id), {
        name: { v: cut(whole, longest.column) },
        order: { v: order },
      });
    }
    return new Set(open.map(({ id }) => id));
  }

  #addCard(
    card: TrelloCard,
    to: { place: Parts; isArchived: boolean; checklists: readonly TrelloChecklist[] },
  ): void {
    const { uid } = this.#context;
    const id = this.#idOf(card.id);
    const title = oneLine(card.name) || "Untitled";
    const all = this.#checksOf(to.checklists);
    const { notes, rest } = descriptionOf(
      {
        ...card,
        title: title.length > longest.title ? title : "",
        people: card.members.map((member) => this.#board.members.get(member) ?? "somebody"),
        fields: card.fields.flatMap(({ field, text }) => this.#fieldOf(field, text)),
        checks: all.slice(mostChecks),
      },
      (words) => this.#say(words),
    );
    const labels = card.labels.filter((label) => this.#labels.has(label));
    if (labels.length > mostWordsInSet) {
      this.#say(`A card has at most ${mostWordsInSet} labels: further ones are left out.`);
    }
    const due = this.#localOf(card.due);
    const start = this.#localOf(card.start).slice(0, 10);
    const cover = card.cover === "" ? "" : this.#colourOf(card.cover);
    this.#counts.cards++;
    if (to.isArchived) this.#counts.archived++;
    this.#make("cards", id, {
      title: { v: cut(title, longest.title) },
      place: to.place,
      ...(notes !== "" && { notes: { v: notes } }),
      ...(to.isArchived && { archived: { v: true } }),
      ...(labels.length > 0 && {
        labels: {
          v: labels
            .slice(0, mostWordsInSet)
            .map((label) => this.#idOf(label))
            .join(" "),
        },
      }),
      ...(due !== "" && { due: { v: due, zone: this.#context.zone } }),
      ...(start !== "" && { start: { v: start } }),
      ...(card.isDone && { done: { v: true, by: uid } }),
      ...(cover !== "" && { cover: { v: cover } }),
    });
    this.#addChecks(id, all.slice(0, mostChecks));
    for (const [at, text] of rest.entries()) {
      this.#addComment(`${id}-rest-${at}`, id, { text, on: 0 });
    }
  }

  /** Of several checklists, each begins with the name of its own. */
  #checksOf(lists: readonly TrelloChecklist[]): TakenCheck[] {
    const filled = lists.filter(({ checks }) => checks.length > 0);
    return filled.flatMap(({ name, checks }) =>
      checks.map(({ id, name: words, isDone, due }) => {
        if (due !== "") this.#say("Days of single checks are left out.");
        const list = filled.length > 1 && name.trim() !== "" ? `${oneLine(name)}: ` : "";
        const title = `${list}${oneLine(words) || "Untitled"}`;
        if (title.length > longest.check) {
          this.#say(`Checks are cut after ${longest.check} letters.`);
        }
        return { id: this.#idOf(id), title: cut(title, longest.check), isDone };
      }),
    );
  }

  #addChecks(card: string, checks: readonly TakenCheck[]): void {
    const orders = generateNKeysBetween(null, null, checks.length);
    for (const [at, { id, title, isDone }] of checks.entries()) {
      this.#counts.checks++;
      this.#make("checks", id, {
        title: { v: title },
        place: { card, order: orders[at] ?? "" },
        ...(isDone && { done: { v: true, by: this.#context.uid } }),
      });
    }
  }

  #addComments(card: TrelloCard, comments: readonly TrelloComment[]): void {
    for (const { id, author, date, text } of comments) {
      const ms = Date.parse(date);
      const on = Number.isNaN(ms) || ms < 0 ? 0 : ms;
      const when = on === 0 ? "" : `, ${day.format(on)}`;
      const words = `${oneLine(author) || "Somebody"}${when}:\n${text.toWellFormed()}`;
      for (const [at, part] of partsOf(words, longest.comment).entries()) {
        const own = this.#idOf(id);
        const comment = at === 0 ? own : `${own}-${at}`;
        this.#addComment(comment, this.#idOf(card.id), { text: part, on: on + at });
      }
    }
    if (comments.length > 0) {
      this.#said.set("Comments are yours here, and begin with who wrote them and when.", 1);
    }
  }

  #addComment(id: string, card: string, { text, on }: { text: string; on: number }): void {
    this.#counts.comments++;
    this.#make("comments", id, {
      of: { card, by: this.#context.uid, on },
      text: { v: text },
    });
  }

  #fieldOf(field: string, text: string): { name: string; text: string }[] {
    const known = this.#board.fields.get(field);
    const words = known?.options.get(text) ?? text;
    return words === "" ? [] : [{ name: known?.name ?? "Field", text: words }];
  }

  /** `2026-12-01T09:00` where the board is; empty: there is none that can be kept. */
  #localOf(iso: string): string {
    const ms = Date.parse(iso);
    if (iso === "") return "";
    const local = Math.abs(ms) < latest ? localAt(ms, this.#context.zone) : "";
    if (isLocal(local)) return local;
    this.#say("Dates that cannot be read are left out.");
    return "";
  }
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202A-\u202E\u2066-\u2069]+/gu, " ")
    .trim();
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
