import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import type { Streams } from "./files.ts";
import { report } from "./rules-commands.ts";
import { runCommand } from "./testing/run-command.ts";
import { runHere } from "./testing/run-here.ts";

// One command is a process of its own.
vi.setConfig({ testTimeout: 60_000 });

/** Nothing that tests rules opens this. */
const nowhere = "/nowhere/data";

const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{note} {
      allow get: if resource.data.open == true;
    }
  }
}
`;
const callers = { visitor: null, user: { uid: "user" } };
const open = { name: "an open note", method: "get", path: "notes/a", before: { open: true } };
const closed = { name: "a closed note", method: "get", path: "notes/a", before: { open: false } };

async function openFolder(files: Record<string, string | object>) {
  const path = await mkdtemp(join(tmpdir(), "foyer-rules-"));
  await mkdir(join(path, "cases"));
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    await writeFile(join(path, name), text);
  }
  return {
    path,
    test: (...args: string[]) =>
      runHere(nowhere, ["rules", "test", ...args.map((arg) => arg.replace("@", `${path}/cases/`))]),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}

function casesOf(...cases: object[]) {
  return { service: "firestore", rules: "../a.rules", callers, cases };
}

test("the site's own cases all hold, without a server and without data", async () => {
  const { code, out, err } = await runCommand(nowhere, ["rules", "test"]);
  expect(out).toMatch(/^\d+ cases, \d+ checks, \d+ rules: all hold\.\n$/);
  expect({ code, err }).toEqual({ code: 0, err: "" });
});

test("files that are named are run, and those of the same rules count together", async () => {
  await using folder = await openFolder({
    "a.rules": rules,
    "cases/open.json": casesOf({ ...open, allow: "*" }),
    "cases/closed.json": casesOf({ ...closed, deny: "*" }),
  });
  expect(await folder.test("@open.json", "@closed.json")).toEqual({
    code: 0,
    out: "2 cases, 4 checks, 1 rule: all hold.\n",
    err: "",
  });
  expect(await folder.test("@open.json")).toEqual({
    code: 0,
    out: "1 outcome of rules not seen by these cases.\n1 case, 2 checks, 1 rule: all hold.\n",
    err: "",
  });
});

test("a rule of the site that no case has seen both ways fails", async () => {
  const output = new PassThrough();
  const streams = { output } as unknown as Streams;
  const unseen = ["a.rules:1:2 allow get /a/{b}: no case has seen it refuse"];
  const result = { checks: [], rules: 1, unseen, warnings: [] };
  expect(report([result], { showsAll: false, isProduct: true }, streams)).toBe(1);
  output.end();
  expect(await text(output)).toBe(
    `${unseen[0]}\n0 cases, 0 checks, 1 rule: 1 outcome of rules without a case.\n`,
  );
});

test("a case that fails says which rule decided and why", async () => {
  await using folder = await openFolder({
    "a.rules": rules,
    "cases/a.json": casesOf({ ...open, allow: ["user"], deny: "*" }, { ...closed, deny: "*" }),
  });
  const failing = await folder.test("@a.json");
  expect(failing).toEqual({
    code: 1,
    out: `${folder.path}/cases/a.json: cases[0] "an open note": visitor may get notes/a, but should not
    ${folder.path}/a.rules:5:7 allow get /databases/{database}/documents/notes/{note}: grants
      5:21 \`resource.data.open == true\` is true: resource.data.open is true
2 cases, 4 checks, 1 rule: 1 check failed.
`,
    err: "",
  });
  const traced = await folder.test("--trace", "@a.json");
  expect(traced.code).toBe(1);
  const decided = traced.out.split("\n").filter((line) => line.includes("cases["));
  expect(decided.map((line) => line.replace(/^.*": /, ""))).toEqual([
    "user may get notes/a",
    "visitor may get notes/a, but should not",
    "visitor may not get notes/a",
    "user may not get notes/a",
  ]);
  expect(traced.out).toContain("`resource.data.open == true` is false");
});

test("who should be allowed and is not is told with the reason", async () => {
  await using folder = await openFolder({
    "a.rules": rules,
    "cases/a.json": casesOf({ name: "a list", method: "list", path: "notes", allow: ["user"] }),
  });
  const { out } = await folder.test("@a.json");
  expect(out.split("\n").slice(0, 2)).toEqual([
    `${folder.path}/cases/a.json: cases[0] "a list": user may not list notes, but should`,
    "    No allow statement is for list notes.",
  ]);
});

test("warnings of the rules are told, and are no failure", async () => {
  await using folder = await openFolder({
    "a.rules": rules.replace("resource.data.open", "hasNone() || resource.data.open"),
    "cases/a.json": casesOf({ ...open, allow: "*" }, { ...closed, deny: "*" }),
  });
  const { code, out } = await folder.test("@a.json");
  expect(code).toBe(0);
  expect(out).toMatch(/^Warning: .*a\.rules:5:21: .*hasNone/);
});

test("faults of files are told with their place, and fail", async () => {
  await using folder = await openFolder({
    "a.rules": rules,
    "b.rules": "rules_version = '2';\nservice cloud.firestore { match /a { allow } }",
    "cases/a.json": casesOf({ ...open, allow: ["nobody"] }, closed),
    "cases/b.json": { ...casesOf({ ...open, allow: "*" }), rules: "../b.rules" },
    "cases/c.json": { ...casesOf({ ...open, allow: "*" }), rules: "../c.rules" },
    "cases/d.json": casesOf({ ...open, method: "read" }),
    "cases/e.json": "{",
  });
  const faults = async (file: string) => {
    const { code, out, err } = await folder.test(file);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    return err.replaceAll(`${folder.path}/`, "");
  };
  expect(await faults("@a.json")).toBe(
    `cases/a.json: cases[0] "an open note": nobody is none of "callers".
cases/a.json: cases[1] "a closed note": It names no caller: say who in "allow" or "deny".
`,
  );
  expect(await faults("@b.json")).toMatch(
    /^b\.rules:2:\d+: .*\nIt is "rules" of cases\/b\.json, for firestore\.\n$/,
  );
  expect(await faults("@c.json")).toMatch(/^cases\/c\.json: "rules" cannot be read: ENOENT/);
  expect(await faults("@d.json")).toMatch(/^cases\/d\.json: cases\[0\]\.method "an open note": /);
  expect(await faults("@e.json")).toMatch(/^cases\/e\.json: This is not JSON: /);
  expect(await faults("@f.json")).toBe("There is no file cases/f.json.\n");
});

test.each(["--verbose", "-t"])("%s, an option that there is not, is refused", async (option) => {
  const { code, err } = await runHere(nowhere, ["rules", "test", option]);
  expect(code).toBe(2);
  expect(err.split("\n").slice(0, 2)).toEqual([
    `There is no ${option}.`,
    "It is: rules test [FILE]... [--trace]",
  ]);
});
