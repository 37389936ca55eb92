/** `npm run foyer -- audit`: what happened to accounts, newest first. */
import type { AccountsCall } from "../backend-port/accounts-client-call.ts";
import type { AccountsCommand } from "./accounts-command.ts";
import { forTerminal, tell, writeOutput } from "./files.ts";
import { readArguments } from "./read-arguments.ts";
import { UsageError } from "./usage-error.ts";

type AuditEvent = {
  time: string;
  kind: string;
  uid?: string;
  actor: string;
  network?: string;
  details?: Record<string, unknown>;
};

const defaultLimit = 100;
const pageSize = 500;

export const auditCommands: readonly AccountsCommand[] = [
  {
    name: "audit",
    usage: "audit [USER] [--limit N] [--json]",
    meaning: `Print what the sign-in service saw of one account or of all, newest first; the last ${defaultLimit} events unless \`--limit\` says more.`,
    isRead: true,
    parse(args) {
      const read = readArguments(args, ["ACCOUNT?"], { limit: true, json: false });
      const { ACCOUNT: account, limit: text = String(defaultLimit) } = read;
      if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError("--limit is a number from 1.");
      const format = read["json"] === undefined ? formatLine : formatJson;
      return async (call, streams) => {
        const uid = account === undefined ? undefined : await findUid(call, account);
        const lines = linesOf(call, uid, Number(text), format);
        const chars = await writeOutput(undefined, lines, streams);
        if (chars === 0) tell(streams, "There are no events.");
      };
    },
  },
];

/** An account that is gone has only its uid, so any uid is taken. */
async function findUid(call: AccountsCall, account: string): Promise<string> {
  if (!account.includes("@")) return account;
  const { users = [] } = await call<{ users?: { localId: string }[] }>("accounts:lookup", {
    email: [account],
  });
  if (users[0] === undefined) throw new Error(`There is no account ${account}.`);
  return users[0].localId;
}

async function* linesOf(
  call: AccountsCall,
  uid: string | undefined,
  limit: number,
  format: (event: AuditEvent) => string,
): AsyncIterable<string> {
  const of = uid === undefined ? "" : `&uid=${encodeURIComponent(uid)}`;
  let left = limit;
  let token = "";
  do {
    const size = Math.min(left, pageSize);
    const { auditEvents = [], nextPageToken = "" } = await call<{
      auditEvents?: AuditEvent[];
      nextPageToken?: string;
    }>(`auditEvents?pageSize=${size}${of}&pageToken=${encodeURIComponent(token)}`);
    for (const event of auditEvents) yield format(event);
    left -= auditEvents.length;
    token = nextPageToken;
  } while (token !== "" && left > 0);
}

function formatLine({
  time,
  kind,
  uid = "-",
  actor,
  network = "-",
  details = {},
}: AuditEvent): string {
  const more = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
  return forTerminal([[time, kind, uid, actor, network, ...more].join("  ")]);
}

function formatJson(event: AuditEvent): string {
  return `${JSON.stringify(event)}\n`;
}
