/** What the terminal can do. Each command is a pure function of its words and of what the terminal knows. */
import { fileCommands } from "./file-commands.ts";
import { nearestWord } from "./nearest-word.ts";
import { say } from "./outcome.ts";
import type { Command, Known, Outcome } from "./outcome.ts";
import { parseLine } from "./parse-line.ts";
import { themes } from "#app/ui/theme.ts";

const asides: Record<string, Command> = {
  help: {
    usage: "help [command]",
    about: "What can be typed here.",
    run: ([name]) => (name === undefined ? help() : manual(name)),
  },
  man: {
    usage: "man command",
    about: "How a command is used.",
    run: ([name]) => (name === undefined ? say("Which command? Type man ls, say.") : manual(name)),
  },
  whoami: {
    usage: "whoami",
    about: "Who is typing.",
    run: (_words, { who }) => say(who),
  },
  history: {
    usage: "history",
    about: "What was typed in this tab.",
    run: (_words, { history }) =>
      say(...history.map((line, at) => `${String(at + 1).padStart(3)}  ${line}`)),
  },
  clear: {
    usage: "clear",
    about: "Empty the screen. Ctrl+L does the same.",
    run: () => ({ lines: [], effect: { clear: true } }),
  },
  theme: {
    usage: "theme light|dark|system",
    about: "Turn the lamps on or off.",
    run: ([wanted = ""]) => {
      const theme = themes.find((name) => name === wanted.toLowerCase());
      if (theme === undefined) return say(`There are three themes: ${themes.join(", ")}.`);
      return { lines: [[`The theme is ${theme}.`]], effect: { theme } };
    },
  },
  date: {
    usage: "date",
    about: "The day and the time where you are.",
    run: (_words, { now }) =>
      say(new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" }).format(now)),
  },
  echo: {
    usage: "echo text",
    about: "Say it back.",
    run: (words) => say(words.join(" ")),
  },
  exit: {
    usage: "exit",
    about: "Back to the home page.",
    run: () => ({ lines: [["Mind the step."]], effect: { open: "/" } }),
  },
  sudo: {
    usage: "sudo command",
    about: "Be somebody else for a moment.",
    run: ([wish]) =>
      wish === undefined
        ? say("Say what you want done.")
        : say("You are not on the list. Nobody is; the list is empty."),
  },
};

export const commands: Readonly<Record<string, Command>> = { ...fileCommands, ...asides };

/** What the line does. Nothing throws: what is wrong with a line is its output. */
export function runLine(line: string, known: Known): Outcome {
  const { words, unclosed } = parseLine(line);
  if (unclosed !== undefined) return say(`A quote is open: close it with ${unclosed}`);
  const [name, ...rest] = words;
  if (name === undefined) return { lines: [] };
  const command = commandNamed(name);
  return command === undefined ? unknown(name, known) : command.run(rest, known);
}

function commandNamed(name: string): Command | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(commands, lower) ? commands[lower] : undefined;
}

function unknown(name: string, { root }: Known): Outcome {
  const meant = nearestWord(name, Object.keys(commands));
  if (meant !== undefined) return say(`There is no command ${name}. Did you mean ${meant}?`);
  const file = root.entries.find((entry) => entry.name.startsWith(name));
  if (file !== undefined) return say(`${file.name} is no command. Try cat, cd or open before it.`);
  return say(`There is no command ${name}. Type help to see what there is.`);
}

function help(): Outcome {
  return say(
    ...Object.values(commands).map(({ usage, about }) => `${usage}\t${about}`),
    "",
    "Tab completes what you type; with nothing typed, or after Esc, Tab leads on.",
    "Arrow up and down bring back earlier lines. Ctrl+C drops the line, Ctrl+L clears the screen.",
  );
}

function manual(name: string): Outcome {
  const command = commandNamed(name);
  if (command === undefined) return say(`No entry for ${name}. Type help to see what there is.`);
  return say(command.usage, command.about);
}
