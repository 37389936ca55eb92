/**
 * `npm run foyer -- COMMAND`: through the control socket when the server runs, else by opening the data folder itself.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createBackend, isFolderLockedError } from "#backend";
import { createEmbeddedServerBackend } from "../backend-port/embedded.ts";
import { readRulesFiles } from "../config/rules-files.ts";
import { readSettings, SettingsError } from "../config/settings.ts";
import type { Settings } from "../config/settings.ts";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import { sendCommand } from "../control/control-socket.ts";
import { createLog } from "../log.ts";
import { commands, runCommand } from "./commands.ts";

// Files of the data folder are for its owner, whatever the folder's own mode.
process.umask(0o077);

const maxFileBytes = 2 * 1024 * 1024;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const command = commands.find(
    ({ name }) => args.slice(0, name.split(" ").length).join(" ") === name,
  );
  if (command === undefined) return explainUsage(args);
  const rest = args.slice(command.name.split(" ").length);
  if (rest.length !== (command.takesFile ? 1 : 0)) {
    complain([`It is: ${command.usage}`]);
    return 2;
  }
  try {
    const settings = readSettings(process.env);
    const input: CommandInput = { name: command.name };
    if (rest[0] !== undefined) input.file = await readInput(rest[0]);
    const result =
      (await sendCommand(settings.dataDir, input)) ?? (await runAlone(settings, input));
    if (result.ok) print(result.lines);
    else complain(result.lines);
    return result.ok ? 0 : 1;
  } catch (error) {
    if (error instanceof SettingsError) complain(error.faults);
    else complain([error instanceof Error ? error.message : String(error)]);
    return 1;
  }
}

function explainUsage([first, ...more]: string[]): number {
  if (first === undefined || ["help", "--help", "-h"].includes(first)) {
    print(usage());
    return 0;
  }
  complain([`There is no command "${[first, ...more].join(" ")}".`, "", ...usage()]);
  return 2;
}

async function runAlone(settings: Settings, input: CommandInput): Promise<CommandResult> {
  const { dataDir, projectId } = settings;
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
    const port = createEmbeddedServerBackend(backend, { projectId, log });
    return await runCommand(port, input, Date.now());
  } finally {
    await backend.close();
  }
}

async function readInput(named: string): Promise<string> {
  // npm runs this in the project's folder and says where it was called.
  const path = resolve(process.env["INIT_CWD"] ?? process.cwd(), named);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new Error(`There is no file ${path}.`);
    if (error.code === "EISDIR") throw new Error(`${path} is a folder, not a file.`);
    throw new Error(`${path} cannot be read: ${error.message}`);
  });
  if (bytes.length > maxFileBytes) throw new Error(`${path} is larger than ${maxFileBytes} bytes.`);
  return bytes.toString("utf8");
}

function usage(): string[] {
  const width = Math.max(...commands.map((command) => command.usage.length));
  return [
    "Usage: npm run foyer -- COMMAND",
    "",
    ...commands.map((command) => `  ${command.usage.padEnd(width)}  ${command.meaning}`),
  ];
}

function print(lines: string[]): void {
  process.stdout.write(forTerminal(lines));
}

function complain(lines: string[]): void {
  process.stderr.write(forTerminal(lines));
}

// A document may hold sequences that a terminal would obey.
function forTerminal(lines: string[]): string {
  return `${lines.map((line) => line.replaceAll(/\p{Cc}/gu, "\uFFFD")).join("\n")}\n`;
}
