/** All commands of `npm run foyer`, whatever they work on. What they need of their process is given. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createAccountsCall } from "../backend-port/accounts-client-call.ts";
import { createDatabaseClient } from "../backend-port/database-client.ts";
import { createDocumentsClient } from "../backend-port/documents-client.ts";
import { createFirestoreClient } from "../backend-port/firestore-client.ts";
import { readSettings } from "../config/settings.ts";
import type { Settings } from "../config/settings.ts";
import type { CommandInput } from "../control/command-message.ts";
import type { AccountsCommand } from "./accounts-command.ts";
import { auditCommands } from "./audit-commands.ts";
import { commands } from "./commands.ts";
import { databaseCommands } from "./database-commands.ts";
import type { DatabaseCommand } from "./database-commands.ts";
import { documentsCommands } from "./documents-commands.ts";
import type { DocumentsCommand } from "./documents-commands.ts";
import { forTerminal, openInput, printLines } from "./files.ts";
import type { Streams } from "./files.ts";
import { auditOf, runWithEntry } from "./keep-act.ts";
import { mailCommands } from "./mail-commands.ts";
import type { MailCommand } from "./mail-commands.ts";
import { openAdmin, openSite } from "./open-site.ts";
import type { Admin, Ask, OpenAlone } from "./open-site.ts";
import { restoreCommand } from "./restore-command.ts";
import type { Restoring } from "./restore-command.ts";
import { rulesCommands } from "./rules-commands.ts";
import type { RulesCommand } from "./rules-commands.ts";
import type { Command } from "./site-command.ts";
import { UsageError } from "./usage-error.ts";
import { userFilesCommands } from "./user-files-commands.ts";

export type Shell = {
  env: Record<string, string | undefined>;
  streams: Streams;
  openAlone: OpenAlone;
  /** What puts a back-up into a folder; a few commands of tests have none. */
  loadRestoring?: () => Promise<Restoring>;
};

export type ShellCommand = {
  name: string;
  usage: string;
  meaning: string;
  /** More than fits in a list of commands, as lines. */
  details?: readonly string[];
  /** Returns the exit code. @throws UsageError; other Errors whose message is for the caller. */
  run: (args: string[], shell: Shell) => Promise<number>;
};

const maxFileBytes = 2 * 1024 * 1024;

export const allCommands: readonly ShellCommand[] = [
  ...commands.map(onSite),
  ...userFilesCommands.map((command) =>
    onAccounts(command, "Use firebase auth:import and auth:export for accounts of Firebase."),
  ),
  ...auditCommands.map((command) =>
    onAccounts(command, "What happened to accounts of Firebase is in Google Cloud's audit logs."),
  ),
  ...databaseCommands.map(onDatabase),
  ...documentsCommands.map(onDocuments),
  ...rulesCommands.map(onRules),
  ...mailCommands.map(onMail),
  {
    ...restoreCommand,
    async run(args, { env, streams, loadRestoring }) {
      if (loadRestoring === undefined) throw new Error("Nothing can be restored here.");
      await restoreCommand.run(args, { settings: readSettings(env), streams, loadRestoring });
      return 0;
    },
  },
];

function onSite(command: Command): ShellCommand {
  return {
    ...command,
    async run(args, { env, streams, openAlone }) {
      const { values = {}, file } = command.parse(args);
      const settings = readSettings(env);
      const { name } = command;
      const content = file === undefined ? {} : { file: await readInput(file, streams) };
      const work = (ask: Ask) =>
        command.finish === undefined
          ? printAll(ask, { name, values, ...content }, streams)
          : command.finish({ values, ask, streams });
      return openSite(settings, openAlone, work, () => {
        if (command.needsData === true) requireData(settings);
      });
    },
  };
}

async function printAll(ask: Ask, input: CommandInput, streams: Streams): Promise<number> {
  let page: string | undefined;
  for (;;) {
    const { ok, lines, next } = await ask(page === undefined ? input : { ...input, page });
    if (ok) await printLines(streams, lines);
    else streams.errors.write(forTerminal(lines));
    if (!ok || next === undefined) return ok ? 0 : 1;
    page = next;
  }
}

function onDatabase(command: DatabaseCommand): ShellCommand {
  return {
    ...command,
    run(args, shell) {
      if (!command.takes.includes(args.length)) throw new UsageError();
      const [path = "", file] = args;
      const keys = path.split("/").filter((key) => key !== "");
      return runAsAdmin(shell, command.isRead, ({ projectId, fetch }) => {
        const options = { baseUrl: "http://database.invalid", namespace: projectId, fetch };
        return command.run(createDatabaseClient(options), keys.join("/"), file, shell.streams);
      });
    },
  };
}

function onDocuments(command: DocumentsCommand): ShellCommand {
  return {
    ...command,
    run(args, shell) {
      const run = command.parse(args);
      return runAsAdmin(shell, command.isRead, ({ projectId, fetch }) => {
        const options = { baseUrl: "http://documents.invalid", projectId, fetch };
        return run(createDocumentsClient(options), shell.streams);
      });
    },
  };
}

/** @param atFirebase says what to use instead there. */
function onAccounts(command: AccountsCommand, atFirebase: string): ShellCommand {
  return {
    ...command,
    async run(args, shell) {
      const run = command.parse(args);
      if (readSettings(shell.env).firebase !== undefined) throw new Error(atFirebase);
      return runAsAdmin(shell, command.isRead, ({ projectId, fetch }) => {
        const baseUrl = "http://accounts.invalid/identitytoolkit.googleapis.com";
        const database = { baseUrl: "http://database.invalid", namespace: projectId, fetch };
        const documents = { baseUrl: "http://documents.invalid", projectId, fetch };
        const audit = auditOf({ backend: createFirestoreClient(documents), now: Date.now() });
        return runWithEntry(audit, command.act?.(args), () =>
          run(
            createAccountsCall({ baseUrl, projectId, fetch }),
            shell.streams,
            createDatabaseClient(database),
          ),
        );
      });
    },
  };
}

function onRules(command: RulesCommand): ShellCommand {
  return { ...command, run: (args, { streams }) => command.run(args, streams) };
}

function onMail(command: MailCommand): ShellCommand {
  return {
    ...command,
    run: (args, { env, streams }) => command.run(args, readSettings(env).dataDir, streams),
  };
}

async function runAsAdmin(
  { env, openAlone }: Shell,
  isRead: boolean,
  work: (admin: Admin) => Promise<void>,
): Promise<number> {
  const settings = readSettings(env);
  await openAdmin(settings, openAlone, work, () => {
    if (isRead) requireData(settings);
  });
  return 0;
}

/** To open a folder makes what it lacks, and a slip in FOYER_DATA would look like data that is gone. */
function requireData({ dataDir }: Settings): void {
  if (!existsSync(join(dataDir, "foyer.sqlite"))) {
    throw new Error(`There is no data in ${dataDir}.`);
  }
}

async function readInput(named: string, streams: Streams): Promise<string> {
  await using input = await openInput(named, streams);
  if (input.sizeBytes > maxFileBytes) {
    throw new Error(`${named} is larger than ${maxFileBytes} bytes.`);
  }
  return input.handle.readFile("utf8");
}
