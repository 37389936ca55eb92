import { expect, test } from "vitest";
import { commands, runLine } from "./commands.ts";
import { completeLine } from "./complete-line.ts";
import type { Folder } from "./file-tree.ts";
import type { Known, Line, Outcome } from "./outcome.ts";

const root: Folder = {
  name: "",
  entries: [
    {
      name: "projects",
      href: "/project",
      entries: [
        { name: "tide-clock.txt", text: "A clock\nof brass", href: "/project/tide-clock" },
        { name: "tide-table.txt", text: "A table", href: "/project/tide-table" },
        { name: "two words.txt", text: "Odd" },
      ],
    },
    { name: "games", entries: [{ name: "snake-game.txt", text: "Eat", href: "/snake-game" }] },
    { name: "empty", entries: [] },
    { name: "about.txt", text: "I mend clocks.", href: "/about" },
  ],
};

const known: Known = {
  root,
  place: [],
  history: ["ls", "history"],
  who: "A visitor.",
  now: new Date("2026-05-04T10:00:00Z"),
};

const textOf = (line: Line) =>
  line.map((part) => (typeof part === "string" ? part : part.text)).join("");

function run(line: string, change: Partial<Known> = {}): Outcome & { texts: string[] } {
  const outcome = runLine(line, { ...known, ...change });
  return { ...outcome, texts: outcome.lines.map(textOf) };
}

test("ls names what is in a folder, with links to the pages, and ignores options", () => {
  expect(run("ls").texts).toEqual(["projects/", "games/", "empty/", "about.txt"]);
  expect(run("ls -la projects").lines[0]).toEqual([
    { text: "tide-clock.txt", href: "/project/tide-clock" },
  ]);
  expect(run("ls empty").texts).toEqual(["Nothing is in here yet."]);
  expect(run("ls about.txt").texts).toEqual(["about.txt"]);
});

test("cd walks, by any spelling of a path, and never out of the root", () => {
  expect(run("cd projects").place).toEqual(["projects"]);
  expect(run("cd PROJECTS/").place).toEqual(["projects"]);
  expect(run("cd ../games", { place: ["projects"] }).place).toEqual(["games"]);
  expect(run("cd", { place: ["projects"] }).place).toEqual([]);
  expect(run("cd ../../..", { place: ["projects"] }).place).toEqual([]);
  expect(run("cd /", { place: ["projects"] }).place).toEqual([]);
  const refused = run("cd about.txt");
  expect([refused.place, refused.texts[0]]).toEqual([
    undefined,
    "about.txt is a text, not a folder. Read it with cat about.txt.",
  ]);
  expect(run("pwd", { place: ["projects"] }).texts).toEqual(["~/projects"]);
});

test("cat reads texts line by line, several too, with spaces in names", () => {
  expect(run("cat projects/tide-clock.txt about.txt").texts).toEqual([
    "A clock",
    "of brass",
    "I mend clocks.",
  ]);
  expect(run('cat "projects/two words.txt"').texts).toEqual(["Odd"]);
  expect(run("cat projects").texts[0]).toContain("is a folder");
  expect(run("cat").texts[0]).toContain("Which text?");
});

test("what is not there is said, with what may have been meant", () => {
  expect(run("cat about").texts).toEqual(["There is no about here. Did you mean about.txt?"]);
  expect(run("cd porjects").texts).toEqual(["There is no porjects here. Did you mean projects?"]);
  expect(run("cat a/b/c").texts[0]).toContain("Type ls");
  expect(run("opne x").texts).toEqual(["There is no command opne. Did you mean open?"]);
  expect(run("about.txt").texts[0]).toContain("Try cat, cd or open before it");
  expect(run("frobnicate").texts[0]).toContain("Type help");
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"])
    expect(run(name).texts[0]).toContain(`There is no command ${name}`);
  expect(run('cat "x').texts).toEqual(['A quote is open: close it with "']);
});

test("open and play lead to pages", () => {
  expect(run("open projects/tide-clock.txt").effect).toEqual({ open: "/project/tide-clock" });
  expect(run("open projects").effect).toEqual({ open: "/project" });
  expect(run("open empty").effect).toBeUndefined();
  expect(run("play snake").effect).toEqual({ open: "/snake-game" });
  expect(run("play snkae-game").effect).toEqual({ open: "/snake-game" });
  expect(run("play").texts).toEqual(["Which one?", "  snake-game.txt"]);
  expect(run("play chess").texts[0]).toContain("There is no game chess");
});

test("tree, find and grep see every folder, also from inside of one", () => {
  expect(run("tree", { place: ["projects"] }).texts).toHaveLength(3);
  expect(run("tree").texts.slice(0, 2)).toEqual(["projects/", "  tide-clock.txt"]);
  expect(run("find TIDE", { place: ["games"] }).texts).toEqual([
    "~/projects/tide-clock.txt",
    "~/projects/tide-table.txt",
  ]);
  expect(run("grep clock").texts).toEqual([
    "~/projects/tide-clock.txt: A clock",
    "~/about.txt: I mend clocks.",
  ]);
  expect(run("grep (").texts).toEqual(["Nothing has “(”."]);
  expect(run("grep").texts).toEqual(["Say what to look for."]);
});

test("one command never fills the screen", () => {
  const entries = Array.from({ length: 600 }, (_, at) => ({
    name: `${at}.txt`,
    text: "a\n".repeat(500),
  }));
  const change = { root: { name: "", entries } };
  for (const line of ["ls", "tree", "find txt", "grep a", "cat 1.txt 2.txt"])
    expect(run(line, change).lines.length, line).toBeLessThanOrEqual(401);
  expect(run("ls", change).texts.at(-1)).toBe("… and 200 more.");
});

test("the small ones", () => {
  expect(run("echo  a 'b  c'").texts).toEqual(["a b  c"]);
  expect(run("whoami").texts).toEqual(["A visitor."]);
  expect(run("history").texts).toEqual(["  1  ls", "  2  history"]);
  expect(run("clear").effect).toEqual({ clear: true });
  expect(run("theme dark").effect).toEqual({ theme: "dark" });
  expect(run("theme pink").effect).toBeUndefined();
  expect(run("exit").effect).toEqual({ open: "/" });
  expect(run("date").texts[0]).toContain("4 May 2026");
  expect(run("sudo rm -rf /").texts[0]).toContain("not on the list");
  expect(run("  ").lines).toEqual([]);
});

test("help names every command, and man each of them", () => {
  const help = run("help").texts.join("\n");
  for (const [name, { usage, about }] of Object.entries(commands)) {
    expect(help).toContain(about);
    expect(run(`man ${name}`).texts).toEqual([usage, about]);
  }
  expect(help).toContain("after Esc, Tab leads on");
});

test.for<[line: string, completed: string, choices: string[]]>([
  ["wh", "whoami ", []],
  ["t", "t", ["tree", "theme"]],
  ["cat ab", "cat about.txt ", []],
  ["cd p", "cd projects/", []],
  [
    "cat projects/t",
    "cat projects/t",
    ["projects/tide-clock.txt", "projects/tide-table.txt", "projects/two words.txt"],
  ],
  ["cat projects/ti", "cat projects/tide-", ["projects/tide-clock.txt", "projects/tide-table.txt"]],
  ["cat projects/tw", String.raw`cat projects/two\ words.txt `, []],
  ['cat "projects/two w', String.raw`cat projects/two\ words.txt `, []],
  ["play ", "play snake-game ", []],
  ["theme d", "theme dark ", []],
  ["cat zz", "cat zz", []],
  ["cat no/such/", "cat no/such/", []],
])("Tab makes %j into %j", ([line, completed, choices]) => {
  const completion = completeLine(line, known);
  expect(completion.line).toBe(completed);
  expect(completion.choices.toSorted()).toEqual(choices.toSorted());
});
