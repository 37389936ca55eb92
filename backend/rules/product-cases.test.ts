/** The permission rows of the site: firebase/cases against firebase/*.rules. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRulesTester } from "../test-rules.ts";

const folder = join(import.meta.dirname, "../../firebase");
const tester = await loadRulesTester();
const files = globSync("cases/*.json", { cwd: folder }).map((file) =>
  tester.parse({ file, text: readFileSync(join(folder, file), "utf8") }),
);

test.each([
  ["database", "database.rules.json"],
  ["firestore", "firestore.rules"],
  ["storage", "storage.rules"],
] as const)("every case of %s is decided as it says, and every rule has one", (service, file) => {
  const rules = { file, text: readFileSync(join(folder, file), "utf8") };
  const mine = files.filter((one) => one.service === service);
  expect(new Set(mine.map((one) => one.rules))).toEqual(new Set([`../${file}`]));
  const { checks, unseen, warnings } = tester.run({ service, rules, files: mine });
  const failed = checks.filter(({ allowed, expected }) => allowed !== expected);
  expect(failed.flatMap(({ place, caller, trace }) => [`${place}: ${caller}`, ...trace()])).toEqual(
    [],
  );
  expect({ unseen, warnings }).toEqual({ unseen: [], warnings: [] });
});

test("the example of docs/rules.md is one", () => {
  const page = readFileSync(join(folder, "../docs/rules.md"), "utf8");
  const example = tester.parse({
    file: "docs/rules.md",
    text: /^```json\n(.*?)^```$/ms.exec(page)?.[1] ?? "",
  });
  const rules = {
    file: "firestore.rules",
    text: readFileSync(join(folder, "firestore.rules"), "utf8"),
  };
  const { checks } = tester.run({ service: "firestore", rules, files: [example] });
  expect(checks.filter(({ allowed, expected }) => allowed !== expected)).toEqual([]);
  expect(checks).toHaveLength(9);
});
