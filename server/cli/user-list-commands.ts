/** Who has an account, and where somebody is signed in. */
import type { Account, AccountSession, ServerBackend } from "#lib/server-backend.ts";
import { readUserRecord } from "#lib/user-record.ts";
import { findUser } from "../accounts/change-user.ts";
import { valueOfUser } from "../accounts/value-of-user.ts";
import { readArguments } from "./read-arguments.ts";
import { done } from "./site-command.ts";
import type { Command } from "./site-command.ts";

const accountsAPage = 250;
const uidChars = 28;

export const userListCommands: readonly Command[] = [
  {
    name: "user list",
    usage: "user list [--json]",
    meaning: "Print all accounts: uid, e-mail, whether it is verified, roles, state, last sign-in.",
    details: ["--json   An account a line, as JSON."],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, [], { json: false }) }),
    async run({ backend }, { values = {}, page }) {
      const { accounts, next } = await backend.listAccounts({ token: page, size: accountsAPage });
      const users = await Promise.all(accounts.map((account) => withRoles(backend, account)));
      const lines = users.map(values["json"] === undefined ? describe : toJsonLine);
      if (lines.length === 0 && page === undefined && values["json"] === undefined) {
        return done("There are no accounts.");
      }
      return { ...done(...lines), ...(next !== undefined && { next }) };
    },
  },
  {
    name: "user sessions",
    usage: "user sessions USER",
    meaning: "Print where somebody is signed in: device, network, since when and when last seen.",
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["who"]) }),
    async run({ backend }, { values = {} }) {
      const account = await findUser(backend, values["who"] ?? "");
      const sessions = await backend.listSessions(account.uid);
      if (sessions.length === 0) return done(`${values["who"]} is signed in nowhere.`);
      const newestFirst = sessions.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt);
      return done(...newestFirst.map(describeSession));
    },
  },
];

type User = Account & { roles: string[] };

/** The record's roles: they are what counts. */
async function withRoles(
  backend: Pick<ServerBackend, "getValue">,
  account: Account,
): Promise<User> {
  const value = await valueOfUser(backend, account.uid, "roles");
  const { admin, editor } = readUserRecord({ roles: value }).roles;
  return { ...account, roles: [...(admin ? ["admin"] : []), ...(editor ? ["editor"] : [])] };
}

function describe({ uid, email, emailVerified, roles, lastLoginAt, ...user }: User): string {
  const state = [
    ...(user.disabled ? ["disabled"] : []),
    ...(user.hasSecondFactor ? ["second factor"] : []),
  ];
  return [
    uid.padEnd(uidChars),
    email ?? "no e-mail",
    email === null || emailVerified ? "" : "not verified",
    roles.join(", "),
    ...state,
    lastLoginAt === null ? "never signed in" : `signed in ${instant(lastLoginAt)}`,
  ]
    .filter((part) => part !== "")
    .join("  ");
}

function toJsonLine(user: User): string {
  const { uid, email, emailVerified, displayName, roles, disabled, hasSecondFactor } = user;
  const line = JSON.stringify({
    uid,
    email,
    emailVerified,
    displayName,
    roles,
    disabled,
    hasSecondFactor,
    createdAt: instant(user.createdAt),
    lastLoginAt: user.lastLoginAt === null ? null : instant(user.lastLoginAt),
  });
  // What a terminal would obey is escaped already but for these.
  return line.replaceAll(
    /[\u007f-\u009f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function describeSession(session: AccountSession): string {
  const { id, device, network, provider, createdAt, lastUsedAt } = session;
  return [
    id,
    device ?? "unknown device",
    ...(network === null ? [] : [network]),
    provider,
    `since ${instant(createdAt)}`,
    `last seen ${instant(lastUsedAt)}`,
  ].join("  ");
}

const instant = (ms: number) => new Date(ms).toISOString();
