/** Whom an entry of a board's log is told, and in which words. docs/boards.md */
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
  /** `/TaskManager?board=ID&card=ID` */
  path: string;
};

type Reason = "mention" | "people" | "comment" | "role" | "join";
type About = { uid: string; reason: Reason; card?: Card | undefined; role?: Role; who?: string };

/** What is more to somebody comes first: of one entry everybody is told one thing. */
const reasons: readonly Reason[] = ["mention", "people", "comment", "role", "join"];
const mostCardsNamed = 3;

/** One for each account at most: members alone, and nobody of what they did themselves. */
export function followUps(entry: Pick<LogEntry, "by" | "acts">, facts: BoardFacts): Told[] {
  const { by, acts = [] } = entry;
  const abouts = acts
    .flatMap((act) => aboutOf(act, facts))
    .filter(({ uid }) => uid !== by && facts.members.has(uid));
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
    case "comment": {
      const card = cardOf(act.card);
      if (card === undefined || card.isGone) return [];
      const told = (words: readonly string[], reason: Reason): About[] =>
        words.map((uid) => ({ uid, reason, card }));
      return "add" in act
        ? told(wordsOf(act.add), "people")
        : [...told(wordsOf(act.mentions), "mention"), ...told(card.people, "comment")];
    }
    case "role":
      return [{ uid: act.who, reason: "role", role: act.role }];
    case "join":
      return Array.from(members, ([uid, { role }]) => ({ uid, role }))
        .filter(({ uid, role }) => role === "owner" && uid !== act.who)
        .map(({ uid }) => ({ uid, reason: "join", who: act.who }));
    default:
      return [];
  }
}

/** @param abouts at least one, all of one reason */
function toldOf(uid: string, abouts: readonly About[], who: string, facts: BoardFacts): Told {
  const { board, name, members } = facts;
  const cards = [...new Set(abouts.flatMap(({ card }) => card ?? []))];
  const [only] = cards;
  const [first] = abouts;
  const isOne = cards.length === 1;
  const named = cards.slice(0, mostCardsNamed).map(cardName).join(", ");
  const more = cards.length > mostCardsNamed ? ` and ${cards.length - mostCardsNamed} more` : "";
  const inAll = isOne ? "" : `${cards.length} cards`;
  const ofCards = {
    text: `${named}${more} · ${name}`,
    path: boardPath(board, isOne ? only?.id : undefined),
  };
  switch (first?.reason) {
    case "mention":
      return { uid, title: `${who} mentioned you${isOne ? "" : ` on ${inAll}`}`, ...ofCards };
    case "people":
      return { uid, title: `${who} gave you ${isOne ? "a card" : inAll}`, ...ofCards };
    case "comment":
      return {
        uid,
        title: `${who} wrote on ${isOne ? "a card" : inAll} of yours`,
        ...ofCards,
      };
    case "join":
      return {
        uid,
        title: `${nameOf(members.get(first.who ?? ""))} is on your board now`,
        text: name,
        path: boardPath(board),
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

const roleWords: Record<Role, string> = {
  owner: "an owner",
  member: "a member",
  viewer: "a viewer",
};

const nameOf = (member: Member | undefined): string => member?.name.trim() || "Somebody";
const wordsOf = (words: string): string[] => words.split(" ").filter(Boolean);
