/** The commands that walk and read the files. */
import { formatPlace, isFolder } from "./file-tree.ts";
import type { FileNode } from "./file-tree.ts";
import { nearestWord } from "./nearest-word.ts";
import { say } from "./outcome.ts";
import { nodeAt, properPlace, resolvePath, walk } from "./walk-files.ts";
import type { Command, Known, Line, LinkedText, Outcome } from "./outcome.ts";

/** Of one command: the screen holds no more. */
const maxLines = 400;

export const fileCommands: Record<string, Command> = {
  ls: {
    usage: "ls [folder]",
    about: "What is in a folder.",
    run: (words, known) =>
      withNode(pathOf(words), known, (node) => {
        if (!isFolder(node)) return { lines: [[named(node)]] };
        if (node.entries.length === 0) return say("Nothing is in here yet.");
        return cut(node.entries.map((entry) => [named(entry)]));
      }),
  },
  cd: {
    usage: "cd [folder]",
    about: "Go into a folder, or up with cd .., or home with cd.",
    run: ([path = "~"], known) =>
      withNode(path, known, (node, place) =>
        isFolder(node)
          ? { lines: [], place }
          : say(`${node.name} is a text, not a folder. Read it with cat ${node.name}.`),
      ),
  },
  pwd: {
    usage: "pwd",
    about: "Where you are.",
    run: (_words, { place }) => say(formatPlace(place)),
  },
  cat: {
    usage: "cat text",
    about: "Read a text.",
    run: (words, known) =>
      words.length === 0
        ? say("Which text? Type ls to see what there is.")
        : { lines: words.flatMap((path) => withNode(path, known, read).lines).slice(0, maxLines) },
  },
  open: {
    usage: "open file",
    about: "Show the page that a text or folder is from.",
    run: ([path], known) =>
      path === undefined
        ? say("Open what? Type ls to see what there is.")
        : withNode(path, known, (node) =>
            node.href === undefined
              ? say(`${node.name || "This place"} has no page of its own.`)
              : {
                  lines: [["Opening ", { text: node.href, href: node.href }, "."]],
                  effect: { open: node.href },
                },
          ),
  },
  play: {
    usage: "play [game]",
    about: "Start a game, or see which there are.",
    run: ([name], known) => play(name, known),
  },
  tree: {
    usage: "tree [folder]",
    about: "Everything in a folder and below.",
    run: (words, known) =>
      withNode(pathOf(words), known, (node) =>
        isFolder(node)
          ? cut(
              [...walk(node)].map(({ node: inner, place }) => [
                "  ".repeat(place.length - 1),
                named(inner),
              ]),
            )
          : { lines: [[named(node)]] },
      ),
  },
  find: {
    usage: "find text",
    about: "Files whose name has this text.",
    run: ([text = ""], known) => {
      const found = [...walk(known.root)].filter(({ place }) =>
        (place.at(-1) ?? "").toLowerCase().includes(text.toLowerCase()),
      );
      if (text === "" || found.length === 0) return say(nothingWith(text));
      return cut(found.map(({ node, place }) => [linkTo(node, formatPlace(place))]));
    },
  },
  grep: {
    usage: "grep text",
    about: "Lines of all texts that have this text.",
    run: ([text = ""], known) => {
      const wanted = text.toLowerCase();
      const found = [...walk(known.root)].flatMap(({ node, place }): Line[] =>
        isFolder(node)
          ? []
          : node.text
              .split("\n")
              .filter((line) => line.toLowerCase().includes(wanted))
              .map((line) => [linkTo(node, formatPlace(place)), `: ${line.trim()}`]),
      );
      return wanted === "" || found.length === 0 ? say(nothingWith(text)) : cut(found);
    },
  },
};

function withNode(
  path: string,
  { root, place }: Known,
  answer: (node: FileNode, place: string[]) => Outcome,
): Outcome {
  const wanted = resolvePath(place, path);
  const node = nodeAt(root, wanted);
  if (node !== undefined) return answer(node, properPlace(root, wanted));
  const parent = nodeAt(root, wanted.slice(0, -1));
  const names =
    parent !== undefined && isFolder(parent) ? parent.entries.map(({ name }) => name) : [];
  const last = wanted.at(-1) ?? "";
  const meant =
    names.find((name) => name.toLowerCase() === `${last.toLowerCase()}.txt`) ??
    nearestWord(last, names);
  return say(
    `There is no ${path} here.${meant === undefined ? " Type ls to see what there is." : ` Did you mean ${meant}?`}`,
  );
}

/** Options of the real command mean nothing here. */
function pathOf(words: readonly string[]): string {
  return words.find((word) => !word.startsWith("-")) ?? ".";
}

function read(node: FileNode): Outcome {
  if (isFolder(node))
    return say(`${node.name || "~"} is a folder. Look into it with ls ${node.name}.`);
  return say(...node.text.split("\n"));
}

function play(name: string | undefined, { root }: Known): Outcome {
  const games = nodeAt(root, ["games"]);
  const all = games !== undefined && isFolder(games) ? games.entries : [];
  if (name === undefined) {
    return { lines: [["Which one?"], ...all.map((game): Line => ["  ", named(game)])] };
  }
  const wanted = name.toLowerCase().replace(/\.txt$/, "");
  const names = all.map((game) => game.name.replace(/\.txt$/, ""));
  const meant = names.find((game) => game.startsWith(wanted)) ?? nearestWord(wanted, names);
  const game = all.find((entry) => entry.name === `${meant}.txt`);
  if (game?.href === undefined)
    return say(`There is no game ${name}. Type play to see which there are.`);
  return {
    lines: [["Opening ", { text: game.href, href: game.href }, "."]],
    effect: { open: game.href },
  };
}

function named(node: FileNode): string | LinkedText {
  return linkTo(node, isFolder(node) ? `${node.name}/` : node.name);
}

function linkTo(node: FileNode, text: string): string | LinkedText {
  return node.href === undefined ? text : { text, href: node.href };
}

function nothingWith(text: string): string {
  return text === "" ? "Say what to look for." : `Nothing has “${text}”.`;
}

function cut(lines: Line[]): Outcome {
  if (lines.length <= maxLines) return { lines };
  return { lines: [...lines.slice(0, maxLines), [`… and ${lines.length - maxLines} more.`]] };
}
