/** What Tab makes of a line: as much as is certain, and the choice when there is one. */
import { commands } from "./commands.ts";
import { isFolder } from "./file-tree.ts";
import { nodeAt, resolvePath } from "./walk-files.ts";
import type { Known } from "./outcome.ts";
import { parseLine, quoteWord } from "./parse-line.ts";

export type Completion = { line: string; choices: string[] };

const ofCommand: Record<string, () => string[]> = {
  theme: () => ["system", "light", "dark"],
  help: () => Object.keys(commands),
  man: () => Object.keys(commands),
};

export function completeLine(line: string, known: Known): Completion {
  const { words, unclosed } = parseLine(line);
  const isNewWord = unclosed === undefined && (line === "" || /[^\\]\s$/.test(line));
  const typed = isNewWord ? "" : (words.at(-1) ?? "");
  const before = isNewWord ? words : words.slice(0, -1);
  const candidates = candidatesFor(before, typed, known);
  const found = candidates.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  if (found.length === 0) return { line, choices: [] };
  const [only] = found;
  const common = found.length === 1 ? only! : commonStart(found);
  const word = common.length > typed.length || found.length === 1 ? common : typed;
  const end = found.length === 1 && !word.endsWith("/") ? " " : "";
  const text = [...before.map(quoteWord), quoteWord(word)].join(" ") + end;
  return { line: text, choices: found.length > 1 ? found : [] };
}

function candidatesFor(before: readonly string[], typed: string, known: Known): string[] {
  const [command] = before;
  if (command === undefined) return Object.keys(commands);
  const own = ofCommand[command];
  if (own !== undefined) return own();
  if (command === "play")
    return namesIn("games", "", known).map((name) => name.replace(/\.txt$/, ""));
  const start = typed.slice(0, typed.lastIndexOf("/") + 1);
  return namesIn(start || ".", start, known);
}

function namesIn(path: string, start: string, { root, place }: Known): string[] {
  const folder = nodeAt(root, resolvePath(path === "games" ? [] : place, path));
  if (folder === undefined || !isFolder(folder)) return [];
  return folder.entries.map((entry) => start + entry.name + (isFolder(entry) ? "/" : ""));
}

function commonStart(names: readonly string[]): string {
  const [first = "", ...others] = names;
  let length = first.length;
  for (const name of others) {
    while (!name.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
