/** What the site shows: the resume and the starter content. */
import { clearStarterContent } from "../content/starter-content.ts";
import type { Cleared } from "../content/starter-content.ts";
import { importResume } from "../content/import-resume.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command } from "./site-command.ts";

const samplesRemain =
  "Some of what visitors see is still starter content. To remove it: npm run foyer -- sample clear";
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
    details: [
      "What you wrote stays. Of a profile and resume of which you changed a part, and of their drafts,",
      "the parts go that nobody changed. What was to be published later with such parts is cancelled.",
    ],
    parse: (args) => ({ values: readArguments(args, []) }),
    run: async ({ backend, now }) => {
      const lines = clearedLines(await clearStarterContent(backend, now));
      if ((await backend.publicData()).resume === null) lines.push(resumeIsMissing);
      return done(...lines);
    },
  },
];

function clearedLines({ removed, changed, unscheduled }: Cleared): string[] {
  if (removed + changed + unscheduled === 0) return ["There was no starter content left."];
  const count = (documents: number) => (documents === 1 ? "1 document" : `${documents} documents`);
  return [
    ...(removed > 0 ? [`Removed ${count(removed)} of the starter content.`] : []),
    ...(changed > 0 ? [`Took what was left of it out of ${count(changed)}.`] : []),
    ...(unscheduled > 0
      ? [`Cancelled the publishing of ${count(unscheduled)} that had it still.`]
      : []),
  ];
}

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
