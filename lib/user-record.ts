/** The record of an account at `users/{uid}` in the realtime database (specification §3, §5, §6). */
export type Roles = { admin: boolean; editor: boolean; user: boolean };

export type UserRecord = {
  name: string;
  /** Empty when the account has none. */
  email: string;
  roles: Roles;
  user_id: string;
  /** ISO instant. */
  date_created: string;
  /** ISO instant. */
  last_logged_in: string;
  userAITokens: number;
};

export const usernamePrompt = "It looks like you don't have a username. Please enter a username:";

const noUsername = "Anonymous";
/** UTF-16 units, as the security rules count them. */
export const usernameMaxLength = 80;
const firstTokens = 10;

/** True when the person has to be asked: the provider knows no name, or only the one that stands for none. */
export function needsUsername(displayName: string | null | undefined): boolean {
  return usernameOf(displayName) === noUsername;
}

// They would turn the text around a name, or break its line.
const controls = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
// U+2800 is the Braille sign without dots.
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** False for what leaves no ink: spaces, joiners, format characters. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/**
 * A name as it is stored: without control characters, trimmed, cut to its greatest length between characters;
 * `Anonymous` when nothing is left that could be seen.
 */
export function usernameOf(answer: string | null | undefined): string {
  let name = "";
  for (const character of answer?.replace(controls, "").trim() ?? "") {
    if (name.length + character.length > usernameMaxLength) break;
    name += character;
  }
  return isVisible(name) ? name.trim() : noUsername;
}

export function newUserRecord(account: {
  uid: string;
  name: string;
  email: string | null;
  now: Date;
}): UserRecord {
  const instant = account.now.toISOString();
  return {
    name: usernameOf(account.name),
    email: account.email ?? "",
    roles: { admin: false, editor: false, user: true },
    user_id: account.uid,
    date_created: instant,
    last_logged_in: instant,
    userAITokens: firstTokens,
  };
}

/** What the signed-in user carries of the record; what is missing or of another type counts as nothing: 0 tokens, no role. */
export function readUserRecord(
  value: unknown,
): Pick<UserRecord, "name" | "email" | "roles" | "userAITokens"> {
  const record = fieldsOf(value);
  const roles = fieldsOf(record["roles"]);
  const { name, email, userAITokens } = record;
  return {
    name: usernameOf(typeof name === "string" ? name : undefined),
    email: typeof email === "string" ? email : "",
    roles: {
      admin: roles["admin"] === true,
      editor: roles["editor"] === true,
      user: roles["user"] === true,
    },
    userAITokens: typeof userAITokens === "number" ? userAITokens : 0,
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
