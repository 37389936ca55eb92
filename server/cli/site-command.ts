/** A command in two halves: what the command's own process does, and what is done where the data is open. */
import type { Backend, ServiceAccounts } from "#backend";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { AccountData } from "../account-data/account-data.ts";
import type { OwnerLink } from "../accounts/owner-link.ts";
import type { Backups } from "../backups/backups.ts";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import type { Streams } from "./files.ts";
import type { Act } from "./keep-act.ts";

/** Where a command is carried out, and what there is beside the data. */
export type CommandSurroundings = {
  /** What only the embedded backend has; Firebase has a console of its own for it. */
  embedded?: ServiceAccounts & Pick<Backend, "rotateSigningKey" | "backups">;
  /** `scheme://host[:port]` at which the site is reached; undefined while that is not known. */
  origin?: () => string | undefined;
  /** Of a running server. */
  accountData?: AccountData;
  /** Of a running server. */
  ownerLink?: () => Pick<OwnerLink, "issue"> | undefined;
  /** Undefined at Firebase. */
  backups?: Backups;
};

export type CommandSite = CommandSurroundings & {
  backend: ServerBackend;
  /** Milliseconds since 1970. */
  now: number;
};

export type Command = {
  name: string;
  usage: string;
  meaning: string;
  /** For its own help, as lines. */
  details?: readonly string[];
  /** False when it may begin an empty folder. */
  needsData?: boolean;
  /** Before anything is opened. `file` names one whose content is wanted, `-` is standard input. @throws UsageError */
  parse: (args: string[]) => { values?: Record<string, string>; file?: string };
  /** What of it stands in the audit log, before it is done; undefined when that is nothing. @throws as `run` */
  act?: (site: CommandSite, input: CommandInput) => Promise<Act | undefined> | Act | undefined;
  /** @throws Error whose message is for the caller. */
  run: (site: CommandSite, input: CommandInput) => Promise<CommandResult>;
  /** Instead of printing the lines; `ask` carries out the first half. Returns the exit code. */
  finish?: (work: {
    values: Record<string, string>;
    ask: (input: CommandInput) => Promise<CommandResult>;
    streams: Streams;
  }) => Promise<number>;
};

export function done(...lines: string[]): CommandResult {
  return { ok: true, lines };
}

export function refused(...lines: string[]): CommandResult {
  return { ok: false, lines };
}
