/** What was done, as the log has it: who is to read it makes the words, so no text of a card is in it. */
import { flagIn, isAlive, isDeleted, numberIn, textIn, wordsIn } from "./board-items.ts";
import type { Changed } from "./judge-input.ts";
import { mostNewCardsSaid } from "./limits.ts";
import type { Role } from "./roles.ts";
import type { Item } from "../records/register.ts";

type OfCard = { card: string };
type Fate = "new" | "changed" | "gone" | "back";

/** `add` and `off` are words as in registers: `uid uid`. */
export type Act =
  | ({ k: "new"; n: number; column: string } & OfCard)
  | ({ k: "move"; from: string; to: string } & OfCard)
  | ({ k: "title" | "notes" | "start" | "cover" } & OfCard)
  | ({ k: "done" | "undone" | "archive" | "restore" | "delete" | "undelete" } & OfCard)
  | ({ k: "people" | "labels"; add: string; off: string } & OfCard)
  | ({ k: "due"; from: string; to: string } & OfCard)
  | ({ k: "check"; id: string; v: Fate | "done" | "undone" } & OfCard)
  | ({ k: "comment"; id: string; mentions: string } & OfCard)
  /** `mentions`: those that are new in it. */
  | ({ k: "edit-comment"; id: string; mentions?: string } & OfCard)
  | ({ k: "delete-comment"; id: string } & OfCard)
  | ({ k: "file"; id: string; v: Fate; name: string } & OfCard)
  | ({ k: "link"; id: string; v: Fate } & OfCard)
  | { k: "column" | "label"; id: string; v: Fate }
  | { k: "limit"; id: string; from: number; to: number }
  | { k: "board" }
  | { k: "join" | "leave" | "role" | "remove" | "invite"; who: string; role: Role }
  /** The board's last: `who` are its other members, `name` is who has deleted it, as nobody is a member any more. */
  | { k: "end"; who: string; name: string }
  /** `byAdmin`: an admin of the site has ended it. */
  | { k: "public"; on: boolean; byAdmin?: true }
  | { k: "import"; count: number };

export function actsOf(changed: readonly Changed[]): Act[] {
  const isNewCard = ({ kind, before }: Changed) => kind === "cards" && before === undefined;
  const count = changed.filter(isNewCard).length;
  if (count <= mostNewCardsSaid) return changed.flatMap(actsOfItem);
  const rest = changed.filter(({ before }) => before !== undefined);
  return [{ k: "import", count }, ...rest.flatMap(actsOfItem)];
}

function actsOfItem(item: Changed): Act[] {
  switch (item.kind) {
    case "cards":
      return item.before === undefined ? newCard(item) : changedCard(item);
    case "checks":
      return ofCheck(item);
    case "comments":
      return ofComment(item);
    case "files": {
      const [v] = fatesOf(item);
      const { id, after } = item;
      if (v === undefined) return [];
      return [{ k: "file", card: textIn(after, "of", "card"), id, v, name: textIn(after, "name") }];
    }
    case "links": {
      const [v] = fatesOf(item);
      return v === undefined
        ? []
        : [{ k: "link", card: textIn(item.after, "of", "card"), id: item.id, v }];
    }
    case "columns":
      return ofColumn(item);
    case "labels":
      return fatesOf(item).map((v) => ({ k: "label", id: item.id, v }));
    case "board":
      return [{ k: "board" }];
    case "lost":
      return [];
  }
}

function newCard({ id, after }: Changed): Act[] {
  const column = textIn(after, "place", "column");
  const people = textIn(after, "people");
  return [
    { k: "new", card: id, n: numberIn(after, "number"), column },
    ...(people === "" ? [] : [{ k: "people", card: id, add: people, off: "" } as const]),
  ];
}

function changedCard(item: Changed): Act[] {
  const { id: card, before, after, written } = item;
  const acts: Act[] = [];
  for (const register of written) {
    switch (register) {
      case "title":
      case "notes":
      case "start":
      case "cover":
        acts.push({ k: register, card });
        break;
      case "place": {
        const [from, to] = [textIn(before, "place", "column"), textIn(after, "place", "column")];
        // Another order alone is said to nobody.
        if (from !== to) acts.push({ k: "move", card, from, to });
        break;
      }
      case "people":
      case "labels": {
        const add = addedIn(item, register);
        const off = addedIn({ before: after, after: before }, register);
        if (add !== "" || off !== "") acts.push({ k: register, card, add, off });
        break;
      }
      case "due":
        acts.push({ k: "due", card, from: textIn(before, "due"), to: textIn(after, "due") });
        break;
      case "done":
        if (flagIn(before, "done") !== flagIn(after, "done")) {
          acts.push({ k: flagIn(after, "done") ? "done" : "undone", card });
        }
        break;
      case "archived":
        if (flagIn(before, "archived") !== flagIn(after, "archived")) {
          acts.push({ k: flagIn(after, "archived") ? "archive" : "restore", card });
        }
        break;
    }
  }
  const [was, is] = [isGoneIn(before), isGoneIn(after)];
  if (was !== is) acts.push({ k: is ? "delete" : "undelete", card });
  return acts;
}

const isGoneIn = (card: Changed["before"]) => card !== undefined && isDeleted("cards", card);

function ofCheck(item: Changed): Act[] {
  const { id, before, after, written } = item;
  const card = textIn(after, "place", "card");
  const acts: Act[] = fatesOf(item).map((v) => ({ k: "check", card, id, v }));
  if (before && written.includes("done") && flagIn(before, "done") !== flagIn(after, "done")) {
    acts.push({ k: "check", card, id, v: flagIn(after, "done") ? "done" : "undone" });
  }
  return acts;
}

function ofComment(item: Changed): Act[] {
  const { id, after } = item;
  const card = textIn(after, "of", "card");
  const [fate] = fatesOf(item);
  if (fate === "new") return [{ k: "comment", card, id, mentions: textIn(after, "mentions") }];
  if (fate === "gone") return [{ k: "delete-comment", card, id }];
  const mentions = isAlive("comments", after) ? addedIn(item, "mentions") : "";
  if (fate === undefined && mentions === "") return [];
  return [{ k: "edit-comment", card, id, ...(mentions !== "" && { mentions }) }];
}

/** The words of a set that were not in it before. */
function addedIn(
  { before, after }: { before: Item | undefined; after: Item | undefined },
  register: string,
): string {
  const was = wordsIn(before, register);
  return wordsIn(after, register)
    .filter((word) => !was.includes(word))
    .join(" ");
}

function ofColumn(item: Changed): Act[] {
  const { id, before, after, written } = item;
  const acts: Act[] = fatesOf(item).map((v) => ({ k: "column", id, v }));
  const [from, to] = [numberIn(before, "limit"), numberIn(after, "limit")];
  if (written.includes("limit") && from !== to) acts.push({ k: "limit", id, from, to });
  return acts;
}

/** What happened to the item itself; none where only its order, colour or the like has changed, or it came deleted. */
function fatesOf({ kind, before, after, written }: Changed): Fate[] {
  if (before === undefined) return isAlive(kind, after) ? ["new"] : [];
  const [was, is] = [isAlive(kind, before), isAlive(kind, after)];
  if (was !== is) return [is ? "back" : "gone"];
  return ["name", "title", "text"].some((name) => written.includes(name)) ? ["changed"] : [];
}
