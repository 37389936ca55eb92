/** `@` and the name of a member. */
import { foldText } from "#lib/fold-text.ts";

type Person = { uid: string; name: string };

export type Asked = {
  /** Where the `@` stands. */
  from: number;
  /** Folded; what was typed behind it. */
  words: string;
};

const longestName = 80;
const mostOffered = 8;

/** Undefined: no name is being typed where the cursor is. */
export function askedAt(text: string, cursor: number): Asked | undefined {
  const before = text.slice(Math.max(0, cursor - longestName - 1), cursor);
  const found = /(?:^|[\s(])@(?<name>[^@\n]*)$/u.exec(before);
  const name = found?.groups?.["name"];
  // Behind two spaces somebody goes on with a sentence.
  if (name === undefined || /\s{2}|^\s/u.test(name)) return undefined;
  return { from: cursor - name.length - 1, words: foldText(name) };
}

/** Those whose name, or a part of it, begins so. */
export function offeredFor<One extends Person>(members: readonly One[], words: string): One[] {
  return members
    .filter(({ name }) => {
      const folded = foldText(name);
      return folded !== "" && (folded.startsWith(words) || folded.includes(` ${words}`));
    })
    .slice(0, mostOffered);
}

/** With the name in the place of what was typed, and where the cursor stands then. */
export function withMention(
  text: string,
  cursor: number,
  from: number,
  name: string,
): { text: string; cursor: number } {
  const put = `@${name} `;
  return {
    text: text.slice(0, from) + put + text.slice(cursor).replace(/^ /, ""),
    cursor: from + put.length,
  };
}

/**
 * Uids of those whose name stands behind an `@`.
 * @param chosen of several with the same name, those who were chosen
 */
export function mentionedIn(
  text: string,
  members: readonly Person[],
  chosen: ReadonlySet<string> = new Set(),
): string[] {
  const parts = partsOf(
    text,
    members.map(({ name }) => name),
  );
  // Of `Ann Lee` nobody is mentioned who is called Ann.
  const found = members.filter(({ name }) =>
    parts.some((part, at) => at % 2 === 1 && part === `@${name}`),
  );
  return found
    .filter(({ uid, name }) => {
      const same = found.filter((one) => one.name === name && chosen.has(one.uid));
      return same.length === 0 || chosen.has(uid);
    })
    .map(({ uid }) => uid);
}

/**
 * Uids of who is mentioned once a comment says something else: also who stands in it by a name that is theirs no more.
 * @param chosen as in mentionedIn, besides those who are mentioned already
 */
export function mentionedAfter(
  before: { text: string; mentions: readonly string[] },
  text: string,
  members: readonly Person[],
  chosen: ReadonlySet<string>,
): string[] {
  const known = new Set([...before.mentions, ...chosen]);
  const [was, is] = [before.text, text].map((words) => mentionedIn(words, members, known));
  const stays = before.mentions.filter((uid) => !was!.includes(uid));
  return [...new Set([...stays, ...is!])];
}

/** The text in parts, of which each second one is an `@` with one of the names. */
export function partsOf(text: string, names: readonly string[]): string[] {
  const wanted = names
    .filter((name) => name.trim() !== "")
    // Of `Ann` and `Ann Lee` the longer one.
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$()*+.?[\\\]^{|}]/gu, "\\$&"));
  if (wanted.length === 0) return [text];
  return text.split(new RegExp(`(?<=^|[\\s(])(@(?:${wanted.join("|")}))(?![\\p{L}\\p{N}])`, "u"));
}
