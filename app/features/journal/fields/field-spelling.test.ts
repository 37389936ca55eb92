import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");
const notWritten = /type="(?:checkbox|radio|file|date|time|datetime-local|range|number|password)"/;

/** From its name to its end. */
function fieldsOf(source: string): string[] {
  return [...source.matchAll(/<(?:input|textarea|TextInput|Textarea)\s/g)].map(({ index }) =>
    source.slice(index, source.indexOf("/>", index)),
  );
}

test("each field says whether its words may be sent away to check their spelling", () => {
  const fields = globSync("**/*.tsx", { cwd: folder }).flatMap((file) =>
    fieldsOf(readFileSync(join(folder, file), "utf8")).map((field) => ({ file, field })),
  );
  expect(fields.length).toBeGreaterThan(30);
  const silent = fields.filter(
    ({ field }) =>
      !notWritten.test(field) && !/spellCheck=|\{\.\.\.shared\}|inputMode="decimal"/.test(field),
  );
  expect(silent.map(({ file }) => file)).toEqual([]);
});

test("the editor of a text is in a place that says it", () => {
  const around = globSync("**/*.tsx", { cwd: folder })
    .map((file) => [file, readFileSync(join(folder, file), "utf8")] as const)
    .filter(([, source]) => source.includes("<RichTextEditor"));
  expect(around.length).toBeGreaterThan(1);
  for (const [file, source] of around) expect(source, file).toContain("spellCheck=");
});
