/** What the site shows: the resume and the starter content. */
import { clearStarterContent } from "../content/starter-content.ts";
import { importResume } from "../content/import-resume.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command } from "./site-command.ts";

const samplesRemain =
  "Projects and certificates are still samples. To remove them: npm run foyer -- sample clear";
const resumeIsMissing = "To put in your own resume: npm run foyer -- import resume FILE";

export const contentCommands: readonly Command[] = [
  {
    name: "import resume",
    usage: "import resume FILE",
    meaning: "Replace the resume by a JSON Resume 1.0 document.",
    parse: (args) => ({ file: readArguments(args, ["file"])["file"] ?? "" }),
    run: async ({ backend, now }, { file = "" }) => {
      const parsed = parse(file);
      if (!parsed.ok)
        return unchanged([`The file is not JSON, or has a slip in it: ${parsed.message}`]);
      const outcome = await importResume(backend, parsed.value, now);
      if (outcome.ok) {
        const lines = [`Imported the resume of ${outcome.name}.`];
        if ((await backend.publicData()).sample !== false) lines.push(samplesRemain);
        return done(...lines);
      }
      const faults = outcome.faults.map(({ path, message }) => `${path}: ${message}`);
      return unchanged(outcome.more === 0 ? faults : [...faults, `And ${outcome.more} more.`]);
    },
  },
  {
    name: "sample clear",
    usage: "sample clear",
    meaning: "Remove what is left of the starter content. It does not come back.",
    parse: (args) => ({ values: readArguments(args, []) }),
    run: async ({ backend, now }) => {
      const removed = await clearStarterContent(backend, now);
      const count = `${removed} sample ${removed === 1 ? "document" : "documents"}`;
      const lines = [removed === 0 ? "There was no sample content." : `Removed ${count}.`];
      if ((await backend.publicData()).resume === null) lines.push(resumeIsMissing);
      return done(...lines);
    },
  },
];

function unchanged(faults: string[]) {
  return refused("The resume was not imported and nothing was changed.", ...faults);
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    // Some editors put a byte order mark first, which JSON.parse does not take.
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, "")) as unknown };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
