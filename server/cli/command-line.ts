/** What `npm run foyer -- …` does with its arguments. What it needs of its process is given, so tests need no process. */
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
import { forTerminal, openInput } from "./files.ts";
import type { Streams } from "./files.ts";
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

/** Returns the exit code: 1 when the command failed, 2 when there is no such command or it has other arguments. */
export async function runCommandLine(args: string[], shell: Shell): Promise<number> {
  const complain = (lines: string[]) => void shell.streams.errors.write(forTerminal(lines));
  const command = find(commands, args);
  const databaseCommand = find(databaseCommands, args);
  const documentsCommand = find(documentsCommands, args);
  const known = command ?? databaseCommand ?? documentsCommand;
  if (known === undefined) return explainUsage(args, shell.streams);
  const rest = args.slice(known.name.split(" ").length);
  try {
    if (command !== undefined) return await runOnSite(command, rest, shell);
    if (databaseCommand !== undefined) await runOnDatabase(databaseCommand, rest, shell);
    else await runOnDocuments(known as DocumentsCommand, rest, shell);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      complain([...error.faults, `It is: ${known.usage}`]);
      return 2;
    }
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
  await runOnBackend(shell, ({ projectId }, fetch) => {
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
  await runOnBackend(shell, ({ projectId }, fetch) => {
    const options = { baseUrl: "http://documents.invalid", projectId, fetch };
    return run(createDocumentsClient(options), shell.streams);
  });
}

async function runOnBackend(
  { env, openAlone }: Shell,
  work: (settings: Settings, fetch: Fetch) => Promise<void>,
): Promise<void> {
  const settings = readSettings(env);
  const server = await findServer(settings.dataDir);
  if (server !== undefined) return work(settings, server);
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

function explainUsage([first, ...more]: string[], { output, errors }: Streams): number {
  if (first === undefined || ["help", "--help", "-h"].includes(first)) {
    output.write(forTerminal(usage()));
    return 0;
  }
  errors.write(
    forTerminal([`There is no command "${[first, ...more].join(" ")}".`, "", ...usage()]),
  );
  return 2;
}

function usage(): string[] {
  const all = [...commands, ...databaseCommands, ...documentsCommands];
  // A long one stands above its meaning, so that it does not push all the others to the right.
  const width = Math.max(...all.map(({ usage }) => usage.length).filter((chars) => chars <= 40));
  return [
    "Usage: npm run foyer -- COMMAND",
    "",
    ...all.flatMap(({ usage, meaning }) =>
      usage.length > width
        ? [`  ${usage}`, `  ${" ".repeat(width)}  ${meaning}`]
        : [`  ${usage.padEnd(width)}  ${meaning}`],
    ),
  ];
}
