/** The permission rows of the site: firebase/cases against firebase/*.rules. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRulesTester } from "../../test-rules.ts";

const folder = join(import.meta.dirname, "../../../firebase");
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

test("the examples of docs/rules.md are what they seem", () => {
  const page = readFileSync(join(folder, "../docs/rules.md"), "utf8");
  const [cases = "", trace = ""] = ["json", "text"].map(
    (language) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(page)?.[1],
  );
  const text = readFileSync(join(folder, "firestore.rules"), "utf8");
  const rules = { file: "firebase/firestore.rules", text };
  const file = tester.parse({ file: "firebase/cases/a.json", text: cases });
  const { checks } = tester.run({ service: "firestore", rules, files: [file] });
  expect(checks.filter(({ allowed, expected }) => allowed !== expected)).toEqual([]);
  expect(checks).toHaveLength(9);
  const place = 'firebase/cases/a.json: cases[1] "a hidden one is for editors"';
  const refused = checks.find((check) => check.place === place && check.caller === "visitor");
  const lines = refused?.trace().map((line) => `    ${line}`) ?? [];
  expect(trace.split("\n")).toEqual([
    `${place}: visitor may not get projects/atlas, but should`,
    ...lines.map((line) => line.replace(/\d+:\d+/, "LINE:COLUMN")),
    "",
  ]);
});
