/** Whom an entry of a board's log is told, and in which words. docs/boards.md */
import { quoted } from "../quoted.ts";
import type { Act } from "./acts.ts";
import type { Card } from "./board-items.ts";
import type { LogEntry } from "./judge-input.ts";
import type { Member, Role } from "./roles.ts";

export type BoardFacts = {
  board: string;
  /** What the board is called. */
  name: string;
  /** By uid. */
  members: ReadonlyMap<string, Member>;
  /** Undefined: it is not there any more. */
  card: (id: string) => Card | undefined;
};

export type Told = {
  uid: string;
  title: string;
  /** Names of card and board, never what somebody wrote in a comment. */
  text: string;
  /** `/TaskManager?board=ID&card=ID`, of a comment with `#comments` */
  path: string;
  /** Where they are mentioned in one comment: of each they hear once, however often it is edited. */
  comment?: string;
};

type Reason = "mention" | "people" | "comment" | "role" | "join" | "public" | "remove" | "end";
type About = {
  uid: string;
  reason: Reason;
  card?: Card;
  comment?: string;
  role?: Role;
  who?: string;
};

/** What is more to somebody comes first: of one entry everybody is told one thing. */
const reasons: readonly Reason[] = [
  "mention",
  "people",
  "comment",
  "role",
  "join",
  "public",
  "remove",
  "end",
];
/** They are told to who is no member any more. */
const endings: ReadonlySet<Reason> = new Set(["remove", "end"]);
const mostCardsNamed = 3;

/** One for each account at most: members alone, but for who is none by this; and nobody of what they did themselves. */
export function followUps(entry: Pick<LogEntry, "by" | "acts">, facts: BoardFacts): Told[] {
  const { by, acts = [] } = entry;
  const abouts = acts
    .flatMap((act) => aboutOf(act, facts))
    .filter(({ uid, reason }) => uid !== by && facts.members.has(uid) !== endings.has(reason));
  const who = nameOf(facts.members.get(by));
  return Array.from(
    Map.groupBy(abouts, ({ uid }) => uid),
    ([uid, own]) => {
      const reason = reasons.find((one) => own.some((about) => about.reason === one));
      return toldOf(
        uid,
        own.filter((about) => about.reason === reason),
        who,
        facts,
      );
    },
  );
}

/** The cards that an entry names: what `card` has to know of. */
export function cardsIn({ acts = [] }: Pick<LogEntry, "acts">): string[] {
  return [...new Set(acts.flatMap((act) => ("card" in act ? [act.card] : [])))];
}

/** `#12 Fix roof`, as far as it has them. */
export function cardName({ number, title }: Pick<Card, "number" | "title">): string {
  const name = title.trim() || "Untitled";
  return number > 0 ? `#${number} ${name}` : name;
}

export function boardPath(board: string, card?: string): string {
  const of = card === undefined ? "" : `&card=${encodeURIComponent(card)}`;
  return `/TaskManager?board=${board}${of}`;
}

function aboutOf(act: Act, { card: cardOf, members }: BoardFacts): About[] {
  switch (act.k) {
    case "people":
    case "comment":
    case "edit-comment": {
      const card = cardOf(act.card);
      if (card === undefined || card.isGone) return [];
      if ("add" in act) {
        return wordsOf(act.add).map((uid) => ({ uid, reason: "people", card }));
      }
      const mentioned = wordsOf(act.mentions ?? "").map((uid): About => ({
        uid,
        reason: "mention",
        card,
        comment: act.id,
      }));
      if (act.k === "edit-comment") return mentioned;
      return [...mentioned, ...card.people.map((uid): About => ({ uid, reason: "comment", card }))];
    }
    case "role":
      return [{ uid: act.who, reason: "role", role: act.role }];
    case "join":
      return ownersIn(members)
        .filter((uid) => uid !== act.who)
        .map((uid) => ({ uid, reason: "join", who: act.who }));
    case "remove":
      return [{ uid: act.who, reason: "remove" }];
    case "end":
      return wordsOf(act.who).map((uid) => ({ uid, reason: "end", who: act.name }));
    case "public":
      return act.byAdmin ? ownersIn(members).map((uid) => ({ uid, reason: "public" })) : [];
    default:
      return [];
  }
}

function ownersIn(members: BoardFacts["members"]): string[] {
  return [...members].flatMap(([uid, { role }]) => (role === "owner" ? [uid] : []));
}

/** @param abouts at least one, all of one reason */
function toldOf(uid: string, abouts: readonly About[], who: string, facts: BoardFacts): Told {
  const { board, name, members } = facts;
  const cards = [...new Set(abouts.flatMap(({ card }) => card ?? []))];
  const [only] = cards;
  const [first] = abouts;
  const [comment, ...others] = new Set(abouts.map((about) => about.comment));
  const isOne = cards.length === 1;
  const named = cards.slice(0, mostCardsNamed).map(cardName).join(", ");
  const more = cards.length > mostCardsNamed ? ` and ${cards.length - mostCardsNamed} more` : "";
  const inAll = isOne ? "" : `${cards.length} cards`;
  const ofCards = {
    text: `${named}${more} · ${name}`,
    path: boardPath(board, isOne ? only?.id : undefined),
  };
  const ofComments = { ...ofCards, path: `${ofCards.path}${isOne ? "#comments" : ""}` };
  switch (first?.reason) {
    case "mention":
      return {
        uid,
        title: `${who} mentioned you${isOne ? "" : ` on ${inAll}`}`,
        ...ofComments,
        ...(comment !== undefined && others.length === 0 && { comment }),
      };
    case "people":
      return { uid, title: `${who} gave you ${isOne ? "a card" : inAll}`, ...ofCards };
    case "comment":
      return {
        uid,
        title: `${who} wrote on ${isOne ? "a card" : inAll} of yours`,
        ...ofComments,
      };
    case "join":
      return {
        uid,
        title: `${nameOf(members.get(first.who ?? ""))} is on your board now`,
        text: name,
        path: boardPath(board),
      };
    case "public":
      return {
        uid,
        title: "An admin of this site has ended your board's public page",
        text: name,
        path: boardPath(board),
      };
    case "remove":
      return { uid, title: `${who} removed you from ${quoted(name)}`, text: "", path: home };
    case "end":
      return {
        uid,
        title: `${first.who?.trim() || "Somebody"} deleted the board ${quoted(name)}`,
        text: "",
        path: home,
      };
    default:
      return {
        uid,
        title: `${who} made you ${roleWords[first?.role ?? "viewer"]}`,
        text: name,
        path: boardPath(board),
      };
  }
}

const home = "/TaskManager";
const roleWords: Record<Role, string> = {
  owner: "an owner",
  member: "a member",
  viewer: "a viewer",
};

const nameOf = (member: Member | undefined): string => member?.name.trim() || "Somebody";
const wordsOf = (words: string): string[] => words.split(" ").filter(Boolean);
