/** Acts in words, and what takes them back. */
import { randomId } from "#app/live/random-id.ts";
import { maxReasonLength } from "#lib/user-admin.ts";
import type { UserAct, UserRole, UserRow } from "#lib/user-admin.ts";

export const roleNames: Record<UserRole, string> = {
  user: "User",
  editor: "Editor",
  admin: "Admin",
};

type Done = { row: UserRow; audit: string | null };
export type Reverse = { uids: string[]; act: UserAct; undoes?: string[] };

export function nameOf({ name, email, uid }: Pick<UserRow, "name" | "email" | "uid">): string {
  return name || email || uid;
}

/** "Grace is disabled", "3 accounts are disabled". */
export function doneWords(act: UserAct, rows: readonly UserRow[]): string {
  const [only] = rows;
  const one = rows.length === 1 && only !== undefined;
  const who = one ? nameOf(only) : `${rows.length} accounts`;
  const be = one ? "is" : "are";
  switch (act.do) {
    case "role":
      return `${who} ${be} now ${roleWords[act.role][one ? 0 : 1]}`;
    case "disable":
      return `${who} ${be} disabled and signed out`;
    case "enable":
      return `${who} ${be} enabled`;
    case "tokens":
      return act.amount > 0
        ? `${who} got ${tokens(act.amount)}${one ? "" : " each"}`
        : `${who} lost ${tokens(-act.amount)}${one ? "" : " each"}`;
    case "delete":
      return `${who} will be deleted in 14 days`;
    case "restore":
      return `${who} ${one ? "stays" : "stay"}`;
  }
}

const roleWords: Record<UserRole, [string, string]> = {
  user: ["a plain user", "plain users"],
  editor: ["an editor", "editors"],
  admin: ["an admin", "admins"],
};

export function tokens(amount: number): string {
  return `${new Intl.NumberFormat("en").format(amount)} ${amount === 1 ? "token" : "tokens"}`;
}

/** What was done to each account may be taken back by another act: those before them say which. */
export function reverseOf(act: UserAct, done: readonly Done[]): Reverse[] {
  const groups = new Map<string, Reverse>();
  for (const { row, audit } of done) {
    const back = reverseOfOne(act, row);
    if (back === undefined) continue;
    const key = JSON.stringify(back);
    const group = groups.get(key) ?? { uids: [], act: withOwnKey(back), undoes: [] };
    groups.set(key, group);
    group.uids.push(row.uid);
    if (audit !== null) group.undoes?.push(audit);
  }
  return [...groups.values()];
}

function reverseOfOne(act: UserAct, before: UserRow): UserAct | undefined {
  switch (act.do) {
    case "role":
      return before.role === act.role ? undefined : { do: "role", role: before.role };
    case "disable":
      return before.disabled ? undefined : { do: "enable" };
    case "enable":
      if (!before.disabled) return undefined;
      return { do: "disable", reason: before.disabledReason ?? "Disabled again" };
    case "tokens":
      return { do: "tokens", amount: -act.amount, reason: `Taken back: ${act.reason}`, key: "" };
    case "delete":
      return before.deletionAt === null ? { do: "restore" } : undefined;
    case "restore":
      return undefined;
  }
}

/** The same undo, sent again after an answer that was lost, does nothing twice. */
function withOwnKey(act: UserAct): UserAct {
  return act.do === "tokens"
    ? { ...act, reason: act.reason.slice(0, maxReasonLength), key: randomId() }
    : act;
}
