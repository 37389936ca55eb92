import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/design.md");

/** A token's values in the style sheet: one, or one for day and one for night. */
function valuesOf(token: string): string[] {
  const [, value = ""] =
    new RegExp(`\\n    ${token}: ([^;]+);`).exec(read("app/styles/tokens.css")) ?? [];
  const [, day, night] = /^light-dark\((oklch\([\d. ]+\)), (oklch\([\d. ]+\))\)$/.exec(value) ?? [];
  return day === undefined || night === undefined ? [value] : [day, night];
}

test("the design page names every token and no other, each with the value that it has", () => {
  const rows = [...page.matchAll(/^\| `(--[\w-]+)` *\| ([^|]+?) *\| ([^|]+?) *\|/gm)];
  const tokens = [...read("app/styles/tokens.css").matchAll(/^ {4}(--[\w-]+):/gm)];
  const named = new Set(rows.map(([, token]) => token));
  expect(named).toEqual(new Set(tokens.map(([, token]) => token)));
  // Of these it says in words what they come to.
  const spoken = ["--accent", "--display", "--text", "--mono"];
  const exact = rows.filter(([, token = ""]) => !spoken.includes(token));
  const printed = exact.map(([, token = "", first, second]) => {
    return [token, first, ...(valuesOf(token).length === 2 ? [second] : [])];
  });
  expect(printed).toEqual(exact.map(([, token = ""]) => [token, ...valuesOf(token)]));
});

test("the design page names only classes that the style sheets have", () => {
  const css = globSync("app/styles/*.css", { cwd: root }).map(read).join("\n");
  const named = [...page.matchAll(/`\.([\w-]+)`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(css))).toEqual([]);
});

test("pictures of the documents are small, and each is shown somewhere", () => {
  const shown = ["README.md", ...globSync("docs/**/*.md", { cwd: root })].map(read).join("\n");
  const files = globSync("docs/images/*", { cwd: root });
  const sizes = files.map((file) => statSync(join(root, file)).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
  for (const file of files) expect(shown).toContain(file.slice("docs/".length));
});
