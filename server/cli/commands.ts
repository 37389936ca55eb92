/** The commands of `npm run foyer`. Each is a function of the open backend, so it runs the same in the server or alone. */
import { clearStarterContent } from "../content/starter-content.ts";
import { importResume } from "../content/import-resume.ts";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

export type Command = {
  name: string;
  usage: string;
  meaning: string;
  takesFile: boolean;
  run: (backend: ServerBackend, file: string, now: number) => Promise<CommandResult>;
};

export const commands: readonly Command[] = [
  {
    name: "import resume",
    usage: "import resume FILE",
    meaning: "Replace the resume by a JSON Resume 1.0 document.",
    takesFile: true,
    run: async (backend, file, now) => {
      const parsed = parse(file);
      if (!parsed.ok) return refused([`The file is not JSON: ${parsed.message}`]);
      const outcome = await importResume(backend, parsed.value, now);
      if (outcome.ok) {
        return {
          ok: true,
          lines: [`Imported the resume of ${outcome.name || "a person without a name"}.`],
        };
      }
      const faults = outcome.faults.map(({ path, message }) => `${path}: ${message}`);
      return refused(outcome.more === 0 ? faults : [...faults, `And ${outcome.more} more.`]);
    },
  },
  {
    name: "sample clear",
    usage: "sample clear",
    meaning: "Remove what is left of the starter content. It does not come back.",
    takesFile: false,
    run: async (backend, _file, now) => {
      const removed = await clearStarterContent(backend, now);
      return {
        ok: true,
        lines: [removed === 0 ? "There was no starter content." : `Removed ${removed} documents.`],
      };
    },
  },
];

export async function runCommand(
  backend: ServerBackend,
  input: CommandInput,
  now: number,
): Promise<CommandResult> {
  const command = commands.find(({ name }) => name === input.name);
  if (command === undefined) return { ok: false, lines: [`There is no command "${input.name}".`] };
  return command.run(backend, input.file ?? "", now);
}

function refused(faults: string[]): CommandResult {
  return { ok: false, lines: ["The resume was not imported and nothing was changed.", ...faults] };
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
