/** All commands of `npm run foyer`, whatever they work on. What they need of their process is given. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createDatabaseClient } from "../backend-port/database-client.ts";
import { createDocumentsClient } from "../backend-port/documents-client.ts";
import { createEmbeddedServerBackend } from "../backend-port/embedded.ts";
import type { EmbeddedBackend } from "../backend-port/embedded.ts";
import { readSettings } from "../config/settings.ts";
import type { Settings } from "../config/settings.ts";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import { findServer, sendCommand } from "../control/control-client.ts";
import { createLog } from "../log.ts";
import { commands, runCommand } from "./commands.ts";
import type { Command } from "./commands.ts";
import { databaseCommands } from "./database-commands.ts";
import type { DatabaseCommand } from "./database-commands.ts";
import { documentsCommands } from "./documents-commands.ts";
import type { DocumentsCommand } from "./documents-commands.ts";
import { forTerminal, openInput } from "./files.ts";
import type { Streams } from "./files.ts";
import { rulesCommands } from "./rules-commands.ts";
import type { RulesCommand } from "./rules-commands.ts";
import { UsageError } from "./usage-error.ts";

export type Shell = {
  env: Record<string, string | undefined>;
  streams: Streams;
  /** Has the data folder open while `work` runs; only for when no server has. */
  openAlone: <Result>(
    settings: Settings,
    work: (backend: EmbeddedBackend) => Promise<Result>,
  ) => Promise<Result>;
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

type Fetch = (request: Request) => Promise<Response>;

const maxFileBytes = 2 * 1024 * 1024;

export const allCommands: readonly ShellCommand[] = [
  ...commands.map(onSite),
  ...databaseCommands.map(onDatabase),
  ...documentsCommands.map(onDocuments),
  ...rulesCommands.map(onRules),
];

function onSite(command: Command): ShellCommand {
  return {
    ...command,
    async run(args, { env, streams, openAlone }) {
      if (args.length !== (command.takesFile ? 1 : 0)) throw new UsageError();
      const settings = readSettings(env);
      const input: CommandInput = { name: command.name };
      if (args[0] !== undefined) input.file = await readInput(args[0], streams);
      const result =
        (await sendCommand(settings.dataDir, input)) ??
        (await openAlone(settings, (backend) => runAlone(backend, settings, input)));
      const stream = result.ok ? streams.output : streams.errors;
      stream.write(forTerminal(result.lines));
      return result.ok ? 0 : 1;
    },
  };
}

function onDatabase(command: DatabaseCommand): ShellCommand {
  return {
    ...command,
    run(args, shell) {
      if (!command.takes.includes(args.length)) throw new UsageError();
      const [path = "", file] = args;
      const keys = path.split("/").filter((key) => key !== "");
      return runOnBackend(shell, command.isRead, ({ projectId }, fetch) => {
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
      return runOnBackend(shell, command.isRead, ({ projectId }, fetch) => {
        const options = { baseUrl: "http://documents.invalid", projectId, fetch };
        return run(createDocumentsClient(options), shell.streams);
      });
    },
  };
}

function onRules(command: RulesCommand): ShellCommand {
  return { ...command, run: (args, { streams }) => command.run(args, streams) };
}

async function runOnBackend(
  { env, openAlone }: Shell,
  isRead: boolean,
  work: (settings: Settings, fetch: Fetch) => Promise<void>,
): Promise<number> {
  const settings = readSettings(env);
  const { dataDir } = settings;
  const server = await findServer(dataDir);
  if (server !== undefined) {
    await work(settings, server);
    return 0;
  }
  // To open a folder makes what it lacks, and a slip in FOYER_DATA would look like data that is gone.
  if (isRead && !existsSync(join(dataDir, "foyer.sqlite"))) {
    throw new Error(`There is no data in ${dataDir}.`);
  }
  await openAlone(settings, (backend) => work(settings, (request) => backend.adminFetch(request)));
  return 0;
}

function runAlone(
  backend: EmbeddedBackend,
  { projectId }: Settings,
  input: CommandInput,
): Promise<CommandResult> {
  const port = createEmbeddedServerBackend(backend, { projectId, log: createLog("silent") });
  return runCommand(port, input, Date.now());
}

async function readInput(named: string, streams: Streams): Promise<string> {
  await using input = await openInput(named, streams);
  if (input.sizeBytes > maxFileBytes) {
    throw new Error(`${named} is larger than ${maxFileBytes} bytes.`);
  }
  return input.handle.readFile("utf8");
}
