/** Texts that make readers look at each of their letters once more for each of the others: with such they never end. */
import { expect, test } from "vitest";
import { openImport } from "./open-import.ts";

const long = 100_000;
const many = (piece: string) => piece.repeat(Math.ceil(long / piece.length));

const texts: Record<string, string> = {
  "pictures that do not end": many("!["),
  "wiki pictures that do not end": `${many("![[")}\n![[${many("a")}`,
  "addresses that do not end": `${many("![](<")}\n${many("![](")}\n${many("![](dayone-moment:")}`,
  "titles that do not end": `${many('![](a "')}\n![](a${many(" ")}x`,
  "signs of code": `${many("`")}\n${many("` `` ``` ")}`,
  "a heading": `# ${many("a #")} b`,
  "spaces between two words": `a${many(" ")}b`,
  "spaces in a list of front matter": `---\na: [${" ".repeat(9900)}x"]\n---\nb`,
  "spaces before a remark": `---\na: b${" ".repeat(9900)}x\n---\nb`,
  "a long line of front matter": `---\na: [${many(" ")}x"]\n---\nb`,
  "a list below a key": `---\na:\n- ${many(" ")}x"\n---\nb`,
};

function filesOf(text: string): File[] {
  const style = { bold: true };
  const contents = [
    { text, attributes: style },
    { text: many("a` ").slice(0, long), attributes: { inlineCode: true } },
  ];
  const entry = { uuid: "A", creationDate: "2020-01-01T00:00:00Z" };
  const dayOne = (fields: object) =>
    new File(
      [JSON.stringify({ metadata: { version: "1.0" }, entries: [{ ...entry, ...fields }] })],
      "Journal.json",
    );
  return [
    new File([text], "2026-12-01.md"),
    dayOne({ text }),
    dayOne({ richText: JSON.stringify({ contents }) }),
  ];
}

for (const [name, text] of Object.entries(texts)) {
  test(`an import with ${name} comes to its end`, async () => {
    for (const file of filesOf(text)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { journals } = await openImport([{ path: "", file }]);
      const ids: string[] = [];
      for (const journal of journals) {
        // oxlint-disable-next-line no-await-in-loop -- as above
        for await (const { items } of journal.groups({ zone: "UTC", undated: "file" })) {
          ids.push(...items.filter(({ kind }) => kind === "entries").map(({ id }) => id));
        }
      }
      expect(ids.length).toBeGreaterThan(0);
    }
  });
}
