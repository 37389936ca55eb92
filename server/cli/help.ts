/** How the commands are written: for who asks, and for who named none that there is. */
import { allCommands } from "./all-commands.ts";
import type { ShellCommand } from "./all-commands.ts";

const flags = ["--help", "-h"];
const maxUsageChars = 40;

/** The words that help is asked about, none for all commands; undefined when it is not asked for. */
export function helpTopic(args: readonly string[]): readonly string[] | undefined {
  if (args.length === 0) return [];
  if (args[0] === "help") return args.slice(1).filter((word) => !flags.includes(word));
  const flag = args.findIndex((word) => flags.includes(word));
  return flag === -1 ? undefined : args.slice(0, flag);
}

/** Undefined when no command begins with these words, and they with none. */
export function explainTopic(topic: readonly string[]): string[] | undefined {
  const words = `${topic.join(" ")} `;
  const named = allCommands.filter(({ name }) => words.startsWith(`${name} `));
  const found =
    named.length > 0
      ? named
      : allCommands.filter(({ name }) => topic.length === 0 || name.startsWith(words));
  return found.length === 0 ? undefined : explain(found);
}

/** Of words that are no command: the commands that begin as they do, else all. */
export function explainMistake(words: readonly string[]): string[] {
  const alike = allCommands.filter(({ name }) => name.startsWith(`${words[0]} `));
  const fault =
    words.length === 1 && alike.length > 0
      ? `"${words[0]}" needs a word more.`
      : `There is no command "${words.join(" ")}".`;
  return [fault, "", ...explain(alike.length > 0 ? alike : allCommands)];
}

function explain(some: readonly ShellCommand[]): string[] {
  // A long one stands above its meaning, so that it does not push all the others to the right.
  const widths = some.map(({ usage }) => usage.length).filter((chars) => chars <= maxUsageChars);
  const width = Math.max(0, ...widths);
  const details = some.length === 1 ? (some[0]?.details ?? []) : [];
  return [
    "Usage: npm run foyer -- COMMAND",
    "",
    ...some.flatMap(({ usage, meaning }) =>
      usage.length > width
        ? [`  ${usage}`, `  ${" ".repeat(width)}  ${meaning}`]
        : [`  ${usage.padEnd(width)}  ${meaning}`],
    ),
    ...(details.length === 0
      ? []
      : ["", ...details.map((line) => (line === "" ? "" : `  ${line}`))]),
  ];
}
