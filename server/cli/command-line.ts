/** What `npm run foyer -- …` does with its arguments. What it needs of its process is given, so tests need no process. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createDatabaseClient } from "../backend-port/database-client.ts";
import { createDocumentsClient } from "../backend-port/documents-client.ts";
import { createEmbeddedServerBackend } from "../backend-port/embedded.ts";
import type { EmbeddedBackend } from "../backend-port/embedded.ts";
import { readSettings, SettingsError } from "../config/settings.ts";
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
import { OutputClosedError, forTerminal, openInput } from "./files.ts";
import type { Streams } from "./files.ts";
import { explainMistake, explainTopic, helpTopic } from "./help.ts";
import { rulesCommands } from "./rules-commands.ts";
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

type Fetch = (request: Request) => Promise<Response>;

const maxFileBytes = 2 * 1024 * 1024;

/** As of a process that the signal for a closed pipe has ended. */
const exitCodeOfClosedOutput = 141;

/** Returns the exit code: 1 when the command failed, 2 when there is no such command or it has other arguments. */
export async function runCommandLine(args: string[], shell: Shell): Promise<number> {
  const { output, errors } = shell.streams;
  const complain = (lines: string[]) => void errors.write(forTerminal(lines));
  // What prints documents waits for each write and fails by it. A line about what was done has nobody else to go to.
  for (const stream of [output, errors]) stream.on("error", () => undefined);
  const topic = helpTopic(args);
  const help = topic && explainTopic(topic);
  if (help !== undefined) {
    output.write(forTerminal(help));
    return 0;
  }
  const command = find(commands, args);
  const databaseCommand = find(databaseCommands, args);
  const documentsCommand = find(documentsCommands, args);
  const rulesCommand = find(rulesCommands, args);
  const known = command ?? databaseCommand ?? documentsCommand ?? rulesCommand;
  if (known === undefined) {
    complain(explainMistake(topic ?? args));
    return 2;
  }
  const rest = args.slice(known.name.split(" ").length);
  try {
    if (command !== undefined) return await runOnSite(command, rest, shell);
    if (rulesCommand !== undefined) return await rulesCommand.run(rest, shell.streams);
    if (databaseCommand !== undefined) await runOnDatabase(databaseCommand, rest, shell);
    else await runOnDocuments(known as DocumentsCommand, rest, shell);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      const more = `More: npm run foyer -- ${known.name} --help`;
      complain([...error.faults, `It is: ${known.usage}`, more]);
      return 2;
    }
    if (error instanceof OutputClosedError) return exitCodeOfClosedOutput;
    if (error instanceof SettingsError) complain(error.faults);
    else complain((error instanceof Error ? error.message : String(error)).split("\n"));
    return 1;
  }
}

function find<Known extends { name: string }>(
  known: readonly Known[],
  args: string[],
): Known | undefined {
  return known.find(({ name }) => args.slice(0, name.split(" ").length).join(" ") === name);
}

async function runOnSite(command: Command, args: string[], shell: Shell): Promise<number> {
  const { env, streams, openAlone } = shell;
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
}

async function runOnDatabase(
  command: DatabaseCommand,
  args: string[],
  shell: Shell,
): Promise<void> {
  if (!command.takes.includes(args.length)) throw new UsageError();
  const [path = "", file] = args;
  const keys = path.split("/").filter((key) => key !== "");
  await runOnBackend(shell, command.isRead, ({ projectId }, fetch) => {
    const options = { baseUrl: "http://database.invalid", namespace: projectId, fetch };
    return command.run(createDatabaseClient(options), keys.join("/"), file, shell.streams);
  });
}

async function runOnDocuments(
  command: DocumentsCommand,
  args: string[],
  shell: Shell,
): Promise<void> {
  const run = command.parse(args);
  await runOnBackend(shell, command.isRead, ({ projectId }, fetch) => {
    const options = { baseUrl: "http://documents.invalid", projectId, fetch };
    return run(createDocumentsClient(options), shell.streams);
  });
}

async function runOnBackend(
  { env, openAlone }: Shell,
  isRead: boolean,
  work: (settings: Settings, fetch: Fetch) => Promise<void>,
): Promise<void> {
  const settings = readSettings(env);
  const { dataDir } = settings;
  const server = await findServer(dataDir);
  if (server !== undefined) return work(settings, server);
  // To open a folder makes what it lacks, and a slip in FOYER_DATA would look like data that is gone.
  if (isRead && !existsSync(join(dataDir, "foyer.sqlite"))) {
    throw new Error(`There is no data in ${dataDir}.`);
  }
  await openAlone(settings, (backend) => work(settings, (request) => backend.adminFetch(request)));
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
