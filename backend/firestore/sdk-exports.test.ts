/** Nothing that the Lite SDK exports is left out: each function and class is used by one of the suites here. */
import { globSync, readFileSync } from "node:fs";
import * as sdk from "firebase/firestore/lite";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

/** Not used by any suite, and why. */
const LEFT_OUT: Record<string, string> = {
  FirestoreError:
    "errors of the SDK are no instances of it: FirebaseError's constructor takes their prototype",
};

function usedBy(file: string): string[] {
  const { module, program } = parseSync(file, readFileSync(file, "utf8"));
  const imports = module.staticImports.filter(
    ({ moduleRequest }) => moduleRequest.value === "firebase/firestore/lite",
  );
  const code = readFileSync(file, "utf8").slice(program.body[0]?.end ?? 0);
  return imports
    .flatMap(({ entries }) => entries)
    .filter((entry) => !entry.isType && new RegExp(`\\b${entry.localName.value}\\b`).test(code))
    .flatMap(({ importName }) => importName.name ?? []);
}

test("every export of the Lite SDK is used by a suite or left out for a reason", () => {
  const files = globSync("sdk-*.test.ts", { cwd: import.meta.dirname });
  expect(files.length).toBeGreaterThan(6);
  const used = new Set(files.flatMap((file) => usedBy(`${import.meta.dirname}/${file}`)));
  const left = Object.keys(sdk).filter((name) => !used.has(name));
  expect(left).toEqual(Object.keys(LEFT_OUT));
});
