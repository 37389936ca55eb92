import type { ServerBackend } from "#lib/server-backend.ts";
import type { AccountsCall } from "../backend-port/accounts-client-call.ts";
import type { Streams } from "./files.ts";
import type { Act } from "./keep-act.ts";

/** A command on Identity Toolkit's forms for administrators, in its own process: for what is too much for one answer. */
export type AccountsCommand = {
  name: string;
  usage: string;
  meaning: string;
  /** For its own help, as lines. */
  details?: readonly string[];
  /** Needs data that is there; false when it may begin an empty folder. */
  isRead: boolean;
  /** What of it stands in the audit log, before it is done. */
  act?: (args: string[]) => Act;
  /** @throws UsageError before anything is opened. What it returns throws Errors whose message is for the caller. */
  parse: (
    args: string[],
  ) => (
    accounts: AccountsCall,
    streams: Streams,
    database: Pick<ServerBackend, "getValue">,
  ) => Promise<void>;
};
