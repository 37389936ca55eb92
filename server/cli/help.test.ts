import { expect, test } from "vitest";
import { allCommands } from "./all-commands.ts";
import { runHere } from "./testing/run-here.ts";

/** Nothing that is only explained opens this. */
const nowhere = "/nowhere/data";

function commandsIn(text: string): string[] {
  return allCommands.filter(({ usage }) => text.includes(`\n  ${usage}`)).map(({ name }) => name);
}

const ofDatabase = ["database get", "database set", "database export", "database import"];
const ofDocuments = ["documents get", "documents query", "documents export", "documents import"];
const ofServiceAccounts = ["create", "list", "revoke"].map((verb) => `service-account ${verb}`);
const all = allCommands.map(({ name }) => name);

test.each([
  [[], all],
  [["help"], all],
  [["--help"], all],
  [["database", "--help"], ofDatabase],
  [["documents", "-h"], ofDocuments],
  [["help", "documents"], ofDocuments],
  [["documents", "get", "--help"], ["documents get"]],
  [["documents", "query", "projects", "--limit", "5", "--help"], ["documents query"]],
  [["help", "import"], ["import resume"]],
  [["rules", "--help"], ["rules test"]],
  [["service-account", "--help"], ofServiceAccounts],
] as const)("%j explains %j", async (args, names) => {
  const { code, out, err } = await runHere(nowhere, args);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(commandsIn(out)).toEqual(names);
});

test.each([
  [["documents"], '"documents" needs a word more.', ofDocuments],
  [["documents", "drop"], 'There is no command "documents drop".', ofDocuments],
  [["database", "drop", "--help"], 'There is no command "database drop".', ofDatabase],
  [["document"], 'There is no command "document".', all],
] as const)("%j is refused with %j and %j", async (args, fault, names) => {
  const { code, out, err } = await runHere(nowhere, args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split("\n")[0]).toBe(fault);
  expect(commandsIn(err)).toEqual(names);
});

test("the help of a query says how its options are written", async () => {
  const { out } = await runHere(nowhere, ["documents", "query", "--help"]);
  for (const part of ["array-contains-any", "--order FIELD[:desc]", "--limit N", "--group"]) {
    expect(out).toContain(part);
  }
  expect(out).toContain("documents query projects --where 'stars >= 5'");
});
