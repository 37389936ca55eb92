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

const samplesRemain =
  "Projects and certificates are still samples. To remove them: npm run foyer -- sample clear";
const resumeIsMissing = "To put in your own resume: npm run foyer -- import resume FILE";

export const commands: readonly Command[] = [
  {
    name: "import resume",
    usage: "import resume FILE",
    meaning: "Replace the resume by a JSON Resume 1.0 document.",
    takesFile: true,
    run: async (backend, file, now) => {
      const parsed = parse(file);
      if (!parsed.ok)
        return refused([`The file is not JSON, or has a slip in it: ${parsed.message}`]);
      const outcome = await importResume(backend, parsed.value, now);
      if (outcome.ok) {
        const lines = [`Imported the resume of ${outcome.name}.`];
        if ((await backend.publicData()).sample !== false) lines.push(samplesRemain);
        return { ok: true, lines };
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
      const count = `${removed} sample ${removed === 1 ? "document" : "documents"}`;
      const lines = [removed === 0 ? "There was no sample content." : `Removed ${count}.`];
      if ((await backend.publicData()).resume === null) lines.push(resumeIsMissing);
      return { ok: true, lines };
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
    // Some editors put a byte order mark first, which JSON.parse does not take.
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, "")) as unknown };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
