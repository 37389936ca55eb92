/** What is done with what hangs on cards: checks, comments, files and links. */
import { randomId } from "#app/live/random-id.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import { quoted } from "#lib/quoted.ts";
import { goneOf, madeOf, setOf } from "./act-parts.ts";
import type { ActParts } from "./act-parts.ts";
import { checksProblem, lengthProblem, longest } from "./room.ts";
import { ordersAfter } from "./spots.ts";

type CheckActs = {
  /** Behind the last, all or none. @returns their ids; undefined: there is no room */
  add(card: string, titles: readonly string[]): string[] | undefined;
  /** Typing in one field is one step. */
  write(card: string, id: string, title: string): Act | undefined;
  done(card: string, id: string, isDone: boolean): void;
  /** @param after the one before it; null: it comes first */
  move(card: string, id: string, after: string | null): void;
  remove(card: string, id: string): void;
};

type CommentActs = {
  /** @param mentions uids @returns its id; undefined: it has no words */
  add(card: string, text: string, mentions: readonly string[]): string | undefined;
  /** Of one's own. @param mentions uids */
  edit(card: string, id: string, text: string, mentions: readonly string[]): void;
  remove(id: string): void;
};

type NewFile = {
  /** As in its path, `boards/{board}/{id}/{name}`. */
  id: string;
  name: string;
  path: string;
  type: string;
  sizeBytes: number;
};

type FileActs = {
  /** Once it is stored. */
  add(card: string, file: NewFile): void;
  rename(card: string, id: string, name: string): void;
  /** It can be brought back for 30 days. */
  remove(card: string, id: string): void;
};

type LinkActs = {
  /** @param task id of one's own todo item @returns the link's id */
  add(card: string, task: string): string;
  remove(id: string): void;
};

export type ThingActs = {
  checks: CheckActs;
  comments: CommentActs;
  files: FileActs;
  links: LinkActs;
};

export function createThingActs(parts: ActParts): ThingActs {
  const { store, run, offer, now } = parts;
  const { uid } = store;
  const cardName = (id: string) => quoted(store.card(id)?.title ?? "");
  const checkOf = (card: string, id: string) =>
    store.things(card).checks.find((check) => check.id === id);
  const fileOf = (card: string, id: string) =>
    store.things(card).files.find((file) => file.id === id);

  return {
    checks: {
      add(card, titles) {
        const all = titles.map((title) => title.trim()).filter(Boolean);
        if (all.length === 0) return [];
        const problem = lengthProblem(all, longest.check) ?? checksProblem(store, card, all.length);
        tellRefusal(problem);
        if (problem !== undefined) return undefined;
        const ids = all.map(() => randomId());
        const orders = ordersAfter(store.things(card).checks, undefined, all.length);
        const changes = all.flatMap((title, at) =>
          madeOf("checks", ids[at]!, { title: { v: title }, place: { card, order: orders[at]! } }),
        );
        const name = all.length === 1 ? quoted(all[0]!) : `${all.length} checks`;
        const act = run(`Add ${name}`, changes);
        if (all.length > 1) offer(`Added ${name}.`, act);
        return ids;
      },
      write(card, id, title) {
        const check = checkOf(card, id);
        if (!check || check.title === title) return undefined;
        return run(
          `Rename ${quoted(check.title)}`,
          [setOf("checks", id, "title", { v: title.slice(0, longest.check) })],
          `check ${id}`,
        );
      },
      done(card, id, isDone) {
        const check = checkOf(card, id);
        if (!check || check.isDone === isDone) return;
        run(`${isDone ? "Tick" : "Untick"} ${quoted(check.title)}`, [
          setOf("checks", id, "done", { v: isDone, by: uid }),
        ]);
      },
      move(card, id, after) {
        const check = checkOf(card, id);
        if (!check || after === id) return;
        const rest = store.things(card).checks.filter((one) => one.id !== id);
        const [order] = ordersAfter(rest, after, 1);
        run(`Move ${quoted(check.title)}`, [setOf("checks", id, "place", { card, order: order! })]);
      },
      remove(card, id) {
        const name = quoted(checkOf(card, id)?.title ?? "");
        offer(`Deleted ${name}.`, run(`Delete ${name}`, [goneOf("checks", id)]));
      },
    },
    comments: {
      add(card, text, mentions) {
        const v = text.trim().slice(0, longest.comment);
        if (v === "") return undefined;
        const id = randomId();
        run(
          `Comment on ${cardName(card)}`,
          madeOf("comments", id, {
            text: { v },
            of: { card, by: uid, on: now() },
            ...(mentions.length > 0 && { mentions: { v: [...new Set(mentions)].join(" ") } }),
          }),
        );
        return id;
      },
      edit(card, id, text, mentions) {
        const v = text.trim().slice(0, longest.comment);
        const old = store.things(card).comments.find((comment) => comment.id === id);
        if (v === "" || !old || v === old.text) return;
        const uids = new Set(mentions);
        const isOther =
          uids.size !== old.mentions.length || old.mentions.some((uid) => !uids.has(uid));
        run(`Edit a comment on ${cardName(card)}`, [
          setOf("comments", id, "text", { v }),
          ...(isOther ? [setOf("comments", id, "mentions", { v: [...uids].join(" ") })] : []),
        ]);
      },
      remove: (id) =>
        offer("Deleted the comment.", run("Delete a comment", [goneOf("comments", id)])),
    },
    files: {
      add(card, { id, name, path, type, sizeBytes }) {
        run(
          `Attach ${quoted(name)}`,
          madeOf("files", id, {
            of: { card, by: uid, path, type, size: sizeBytes },
            name: { v: name.slice(0, longest.file) },
          }),
        );
      },
      rename(card, id, name) {
        const v = name.trim().slice(0, longest.file);
        const file = fileOf(card, id);
        if (!file || v === "" || v === file.name) return;
        run(`Rename ${quoted(file.name)}`, [setOf("files", id, "name", { v })]);
      },
      remove(card, id) {
        const name = quoted(fileOf(card, id)?.name ?? "");
        offer(`Removed ${name} from the card.`, run(`Remove ${name}`, [goneOf("files", id)]));
      },
    },
    links: {
      add(card, task) {
        const id = randomId();
        run(
          `Add ${cardName(card)} to the todo list`,
          madeOf("links", id, { of: { card, to: "todo", id: task, by: uid } }),
        );
        return id;
      },
      remove: (id) => offer("Removed the link.", run("Remove a link", [goneOf("links", id)])),
    },
  };
}
