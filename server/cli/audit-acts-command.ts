/** `npm run foyer -- audit acts`: what admins, this command line and the server itself did, newest first. */
import type { AuditEntry } from "#lib/audit-actions.ts";
import { auditOf } from "./keep-act.ts";
import { readArguments } from "./read-arguments.ts";
import { done } from "./site-command.ts";
import type { Command } from "./site-command.ts";
import { UsageError } from "./usage-error.ts";

const usualLimit = 100;
const pageSize = 200;

export const auditActsCommands: readonly Command[] = [
  {
    name: "audit acts",
    usage: "audit acts [USER] [--limit N] [--json]",
    meaning: `Print what admins, commands and the server did, newest first; the last ${usualLimit} unless \`--limit\` says more.`,
    details: [
      "USER       Only what was done to somebody: an e-mail address, or the uid, also of who is gone.",
      "--limit N  So many.",
      "--json     An entry a line, as JSON.",
      "",
      "`audit` without `acts` prints what the sign-in service saw: sign-ins, passwords, new devices.",
    ],
    needsData: true,
    parse(args) {
      const values = readArguments(args, ["who?"], { limit: true, json: false });
      if (!/^[1-9]\d{0,5}$/.test(values["limit"] ?? String(usualLimit))) {
        throw new UsageError("--limit is a number from 1 to 999999.");
      }
      return { values };
    },
    async run(site, { values = {}, page }) {
      const { who, limit = String(usualLimit), json } = values;
      // The page says where the one before ended, and how many are left.
      const [before, left = limit] = page?.split("|") ?? [];
      const account = who?.includes("@") ? await site.backend.findAccountByEmail(who) : null;
      const count = Math.min(Number(left), pageSize);
      const target = account?.uid ?? who;
      const { entries, next } = await auditOf(site).list({ target, before, limit: count });
      if (entries.length === 0 && next === undefined && page === undefined && json === undefined) {
        return done("There are no entries.");
      }
      const rest = Number(left) - entries.length;
      const lines = entries.map(json === undefined ? describe : (entry) => JSON.stringify(entry));
      const isMore = next !== undefined && rest > 0;
      return { ...done(...lines), ...(isMore && { next: `${next}|${rest}` }) };
    },
  },
];

function describe({ id, at, actor, action, target, details, undoes }: AuditEntry): string {
  const more = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
  const back = undoes === null ? [] : [`undoes=${undoes}`];
  return [at, action, target ?? "-", actor, ...more, ...back, id].join("  ");
}
