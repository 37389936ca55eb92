/**
 * `npm run foyer -- COMMAND`: through the control socket when the server runs, else by opening the data folder itself.
 */
import type { Backend } from "#backend";
import { createDatabaseClient } from "../backend-port/database-client.ts";
import { createEmbeddedServerBackend } from "../backend-port/embedded.ts";
import { readRulesFiles } from "../config/rules-files.ts";
import { readSettings, SettingsError } from "../config/settings.ts";
import type { Settings } from "../config/settings.ts";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import { findServer, sendCommand } from "../control/control-client.ts";
import { createLog } from "../log.ts";
import { commands, runCommand } from "./commands.ts";
import type { Command } from "./commands.ts";
import { databaseCommands } from "./database-commands.ts";
import type { DatabaseCommand } from "./database-commands.ts";
import { forTerminal, openInput } from "./files.ts";

// Files of the data folder are for its owner, whatever the folder's own mode.
process.umask(0o077);

const maxFileBytes = 2 * 1024 * 1024;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const command = find(commands, args);
  const databaseCommand = find(databaseCommands, args);
  if (command === undefined && databaseCommand === undefined) return explainUsage(args);
  try {
    return databaseCommand === undefined
      ? await runOnSite(command as Command, args)
      : await runOnDatabase(databaseCommand, args);
  } catch (error) {
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

async function runOnSite(command: Command, args: string[]): Promise<number> {
  const rest = args.slice(command.name.split(" ").length);
  if (rest.length !== (command.takesFile ? 1 : 0)) return explainArguments(command.usage);
  const settings = readSettings(process.env);
  const input: CommandInput = { name: command.name };
  if (rest[0] !== undefined) input.file = await readInput(rest[0]);
  const result =
    (await sendCommand(settings.dataDir, input)) ??
    (await openAlone(settings, (backend) => runAlone(backend, settings, input)));
  if (result.ok) print(result.lines);
  else complain(result.lines);
  return result.ok ? 0 : 1;
}

async function runOnDatabase(command: DatabaseCommand, args: string[]): Promise<number> {
  const rest = args.slice(command.name.split(" ").length);
  if (!command.takes.includes(rest.length)) return explainArguments(command.usage);
  const [path = "", file] = rest;
  const settings = readSettings(process.env);
  const keys = path.split("/").filter((key) => key !== "");
  const run = (fetch: (request: Request) => Promise<Response>) => {
    const options = { baseUrl: "http://database.invalid", namespace: settings.projectId, fetch };
    return command.run(createDatabaseClient(options), keys.join("/"), file);
  };
  const server = await findServer(settings.dataDir);
  if (server === undefined) {
    await openAlone(settings, (backend) => run((request) => backend.adminFetch(request)));
  } else {
    await run(server);
  }
  return 0;
}

function explainArguments(usage: string): number {
  complain([`It is: ${usage}`]);
  return 2;
}

function explainUsage([first, ...more]: string[]): number {
  if (first === undefined || ["help", "--help", "-h"].includes(first)) {
    print(usage());
    return 0;
  }
  complain([`There is no command "${[first, ...more].join(" ")}".`, "", ...usage()]);
  return 2;
}

function runAlone(
  backend: Backend,
  { projectId }: Settings,
  input: CommandInput,
): Promise<CommandResult> {
  const port = createEmbeddedServerBackend(backend, { projectId, log: createLog("silent") });
  return runCommand(port, input, Date.now());
}

async function openAlone<Result>(
  { dataDir, projectId }: Settings,
  work: (backend: Backend) => Promise<Result>,
): Promise<Result> {
  // Where a server runs the command needs no backend of its own.
  const { createBackend, isFolderLockedError } = await import("#backend");
  const log = createLog("silent");
  const rules = await readRulesFiles();
  const backend = await createBackend({ dataDir, projectId, log, rules }).catch(
    (error: unknown) => {
      if (isFolderLockedError(error)) {
        throw new Error(
          "A server is starting or stopping on this data folder. Try again in a moment.",
        );
      }
      throw error;
    },
  );
  try {
    return await work(backend);
  } finally {
    await backend.close();
  }
}

async function readInput(named: string): Promise<string> {
  await using input = await openInput(named);
  if (input.sizeBytes > maxFileBytes) {
    throw new Error(`${named} is larger than ${maxFileBytes} bytes.`);
  }
  return input.handle.readFile("utf8");
}

function usage(): string[] {
  const all = [...commands, ...databaseCommands];
  const width = Math.max(...all.map((command) => command.usage.length));
  return [
    "Usage: npm run foyer -- COMMAND",
    "",
    ...all.map((command) => `  ${command.usage.padEnd(width)}  ${command.meaning}`),
  ];
}

function print(lines: string[]): void {
  process.stdout.write(forTerminal(lines));
}

function complain(lines: string[]): void {
  process.stderr.write(forTerminal(lines));
}
