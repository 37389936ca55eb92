/** Entries of the audit log in words: who did what to whom. */
import { randomId } from "#app/live/random-id.ts";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import type { AuditAction } from "#lib/audit-actions.ts";
import type { AuditRow, UserAct } from "#lib/user-admin.ts";
import { userRoles } from "#lib/user-admin.ts";
import { roleNames, tokens } from "./accounts/act-words.ts";

type Details = AuditRow["details"];

const policyWords: Readonly<Record<string, string>> = {
  open: "let everybody make an account",
  invite: "let only people with an invite make an account",
  closed: "let nobody make an account",
};

/** "{verb} {whom} {rest}". */
const words: Record<AuditAction, (details: Details) => [verb: string, rest?: string]> = {
  "user.create": (details) => ["made the account of", roleText(details["role"], "as")],
  "user.grant-role": ({ from, to, role }) => [
    `gave ${roleName(to ?? role)} to`,
    from === undefined ? "" : `(before: ${text(from)})`,
  ],
  "user.revoke-role": ({ from, to, role }) => [
    `took ${roleName(from ?? role)} from`,
    to === undefined ? "" : `(now: ${text(to)})`,
  ],
  "user.disable": (details) => ["disabled", reasonOf(details)],
  "user.enable": () => ["enabled"],
  "user.rename": () => ["renamed"],
  "user.change-email": () => ["changed the e-mail address of"],
  "user.verify-email": () => ["marked as verified the e-mail address of"],
  "user.reset-link": () => ["made a password-reset link for"],
  "user.end-sessions": () => ["signed out everywhere"],
  "user.end-session": () => ["ended a sign-in of"],
  "user.reset-second-factor": () => ["removed the two-step sign-in of"],
  "user.schedule-deletion": (details) => ["set", `for deletion${untilOf(details)}`],
  "user.cancel-deletion": () => ["kept from deletion"],
  "user.erase": () => ["deleted for good"],
  "user.delete": () => ["deleted"],
  "user.restore": () => ["restored"],
  "user.import": () => ["imported accounts"],
  "user.export": () => ["exported accounts"],
  "tokens.grant": (details) => [`gave ${amountOf(details)} to`, reasonOf(details)],
  "tokens.take": (details) => [`took ${amountOf(details)} from`, reasonOf(details)],
  "storage.set-quota": () => ["changed the limit for files of"],
  "invite.create": (details) => ["made an invite", quoted(details["label"])],
  "invite.revoke": (details) => ["revoked an invite", quoted(details["label"])],
  "invite.accept": () => ["came by an invite"],
  "sign-up.change-policy": (details) => [
    policyWords[text(details["to"] ?? details["policy"])] ?? "changed who may sign up",
  ],
  "sign-in.change-config": () => ["changed how people may sign in"],
  "sign-in.rotate-key": () => ["changed the key that signs tokens"],
  "service-account.create": () => ["made a service account"],
  "service-account.revoke": () => ["revoked a service account"],
  "owner.issue-link": () => ["issued an owner link"],
  "owner.take": () => ["became an owner of the site"],
  "job.retry": (details) => ["retried the job", text(details["job"])],
  "job.cancel": (details) => ["cancelled the job", text(details["job"])],
  "content.publish": (details) => [
    details["scheduled"] === undefined ? "published" : "published, as scheduled,",
    contentOf(details),
  ],
  "content.hide": (details) => ["hid", contentOf(details)],
  "content.show": (details) => ["showed", contentOf(details)],
  "content.schedule": (details) => ["scheduled", contentOf(details)],
  "content.unschedule": (details) => ["took the schedule from", contentOf(details)],
  "content.delete": (details) => ["put into the trash", contentOf(details)],
  "content.restore": (details) => ["took from the trash", contentOf(details)],
  "content.erase": (details) => ["erased for good", contentOf(details)],
  "content.clear-starter": () => ["removed the starter content"],
  "inbox.delete": ({ messages }) => [
    messages === undefined
      ? "deleted a contact message"
      : `deleted ${text(messages)} contact messages`,
  ],
  "media.delete": ({ files }) => [`deleted ${text(files)} stored files of the site`],
  "audit.export": () => ["exported the audit log"],
  "backup.make": () => ["made a back-up"],
  "backup.drill": () => ["tried out a back-up"],
  "backup.delete": (details) => ["deleted the back-up", text(details["name"])],
  "backup.download": (details) => ["downloaded the back-up", text(details["name"])],
  "backup.show-key": () => ["looked at the key of back-ups"],
  "backup.change-key": () => ["changed the key of back-ups"],
  "backup.change-settings": () => ["changed when and how back-ups are made"],
  "board.end-public": (details) => [
    "ended a public page of",
    `with the board ${quoted(details["name"])}`,
  ],
  "chat.end-report": ({ end }) => [
    end === "delete"
      ? "deleted a reported message of chat, by"
      : "let a reported message of chat stand, by",
  ],
  "game.remove-run": (details) => [
    "removed a result from a leaderboard, of",
    `${text(details["game"])}, ${text(details["board"])}`,
  ],
  "ai.change-settings": () => ["changed the AI's settings"],
  "analytics.change-settings": () => ["changed whether the speed of pages is measured"],
};

const kindWords: Readonly<Record<string, string>> = {
  projects: "the project",
  certificates: "the certificate",
  site: "the site's",
};

/** `the project “Atlas”`, `the site's “Profile”`. */
function contentOf(details: Details): string {
  const kind = kindWords[text(details["kind"])] ?? "";
  return `${kind} ${quoted(details["title"]) || text(details["id"])}`.trim();
}

export const actionTitles: Record<AuditAction, string> = Object.fromEntries(
  (Object.keys(words) as AuditAction[]).map((action) => [action, titleOf(action)]),
) as Record<AuditAction, string>;

function titleOf(action: AuditAction): string {
  const plain = action.replace(/^[^.]+\./, "").replaceAll("-", " ");
  const [topic = ""] = action.split(".");
  const title = `${topic.replaceAll("-", " ")}: ${plain}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

export function byWords({ actor, actorName }: Pick<AuditRow, "actor" | "actorName">): string {
  if (actor === "server") return "The server";
  if (actor === "cli") return "The command line";
  return actorName ?? actor;
}

/** Empty where the sentence is about who did it. */
export function whomWords({ action, actor, target, targetName }: AuditRow): string {
  if (actor === target && (action === "owner.take" || action === "invite.accept")) return "";
  return targetName ?? target ?? "";
}

/** What was done, without who and whom. */
export function actWords(entry: AuditRow): string {
  const [verb, rest] = partsOf(entry);
  return [verb.replace(/ (?:of|to|from|for)$/, ""), rest].filter(Boolean).join(" ");
}

export function partsOf({ action, details }: AuditRow): [verb: string, rest: string] {
  const known = Object.hasOwn(words, action) ? words[action as AuditAction] : undefined;
  const [verb, rest = ""] = known?.(details) ?? [action];
  const failed = text(details["failed"]);
  return [verb, failed === "" ? rest : `${rest} (refused: ${failed})`.trim()];
}

/** What takes an entry back, where one act does; undefined otherwise. */
export function undoOf({ action, details, undoes }: AuditRow): UserAct | undefined {
  if (details["failed"] !== undefined) return undefined;
  switch (action) {
    case "user.grant-role":
    case "user.revoke-role": {
      const role = userRoles.find((one) => one === details["from"]);
      return role && { do: "role", role };
    }
    case "user.disable":
      return { do: "enable" };
    case "user.schedule-deletion":
      return { do: "restore" };
    case "tokens.grant":
    case "tokens.take": {
      const amount = details["amount"];
      // To take back what was taken back is another grant, and says so.
      if (typeof amount !== "number" || undoes !== null) return undefined;
      const back = action === "tokens.grant" ? -amount : amount;
      return { do: "tokens", amount: back, reason: "Taken back by an admin", key: randomId() };
    }
    default:
      return undefined;
  }
}

function text(value: Details[string] | undefined): string {
  return value === undefined ? "" : String(value);
}

function quoted(value: Details[string] | undefined): string {
  return value === undefined || value === "" ? "" : `“${value}”`;
}

function roleText(value: Details[string] | undefined, before: string): string {
  const role = userRoles.find((one) => one === value);
  return role === undefined || role === "user" ? "" : `${before} ${roleNames[role].toLowerCase()}`;
}

function roleName(value: Details[string] | undefined): string {
  return value === undefined ? "a role" : `the ${text(value)} role`;
}

function reasonOf(details: Details): string {
  const reason = text(details["reason"]);
  return reason === "" ? "" : `because: ${reason}`;
}

function amountOf(details: Details): string {
  const amount = details["amount"];
  return typeof amount === "number" ? tokens(Math.abs(amount)) : "tokens";
}

function untilOf(details: Details): string {
  const due = text(details["dueAt"]);
  return Number.isNaN(Date.parse(due)) ? "" : ` on ${dayOf(due)}`;
}
