import { appendFile, open, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import { createDocumentsClient } from "../backend-port/documents-client.ts";
import { exportDocuments } from "./export-documents.ts";
import { importDocuments } from "./import-documents.ts";
import { openServedDesk } from "./testing/open-desk.ts";

vi.setConfig({ testTimeout: 60_000 });

const line = (path: string, fields: object = {}) => `${JSON.stringify({ path, fields })}\n`;
const numbered = (i: number) =>
  line(`many/${String(i).padStart(5, "0")}`, { n: { integerValue: `${i}` } });

async function openDesk() {
  const desk = await openServedDesk();
  const file = join(desk.folder, "in.jsonl");
  const client = createDocumentsClient({
    baseUrl: "http://embedded.invalid",
    projectId: "foyer",
    fetch: (request) => desk.site.backend.adminFetch(request),
  });
  const openLines = async (lines: readonly string[]): Promise<FileHandle> => {
    await writeFile(file, lines.join(""));
    return open(file);
  };
  return { ...desk, file, client, openLines };
}

test("of a file with something wrong nothing is written, and each fault is told with its line", async () => {
  await using desk = await openDesk();
  const sized = (bytes: number) => line("a/b", { t: { stringValue: "x".repeat(bytes) } });
  const wrong: [string | Buffer, string][] = [
    ["{\n", "This is not JSON"],
    ["[]\n", "A line is an object such as"],
    [`{"fields":{}}\n`, '"path" must be a text such as "projects/a".'],
    [`{"path":"a/b"}\n`, '"fields" must be an object of typed values.'],
    [`{"path":"a/b","fields":{},"id":"b"}\n`, '"id" is not part of a line'],
    [line("a"), 'path: "a" names a collection, not a document.'],
    [line("a/../b/c"), 'path: "." and ".." are not allowed as ids.'],
    [line("a/b", { c: { integerValue: 1.5 } }), "fields.c.integerValue must be a whole number"],
    [line("a/b", { c: { d: 1 } }), 'Unknown name "d" at fields.c.'],
    [line("a/b", { c: 1 }), "fields.c must be a value such as"],
    [line("a/b", { __c__: { nullValue: null } }), 'the field name "__c__" is reserved.'],
    [sized(1_100_000), "The document a/b would have"],
    [sized(11_000_000), "The line is longer than 10485760 bytes."],
    [Buffer.from([0x22, 0xff, 0x22, 0x0a]), "The line is not UTF-8."],
  ];
  await writeFile(desk.file, "\uFEFF");
  for (const [index, [text]] of wrong.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await appendFile(desk.file, numbered(index));
    // oxlint-disable-next-line no-await-in-loop
    await appendFile(desk.file, text);
  }
  const refused = await desk.run("documents", "import", desk.file);
  expect(refused).toMatchObject({ code: 1, out: "" });
  const told = refused.err.split("\n");
  expect(told[0]).toBe("Nothing was changed.");
  for (const [index, [, message]] of wrong.entries()) {
    expect(told[index + 1]).toMatch(new RegExp(`^Line ${index * 2 + 2}: `));
    expect(told[index + 1]).toContain(message);
  }
  expect(told.slice(wrong.length + 1)).toEqual([""]);
  expect(await desk.run("documents", "export")).toMatchObject({ code: 0, out: "" });
});

test("of many faults the first ones are told", async () => {
  await using desk = await openDesk();
  const lines = Array.from({ length: 1200 }, (_, i) => (i < 10 ? numbered(i) : line("a")));
  const refused = await desk.runWithInput(lines.join(""), "documents", "import", "-");
  const told = refused.err.trimEnd().split("\n");
  expect(told).toHaveLength(22);
  expect(told[1]).toContain("Line 11: ");
  expect(told[20]).toContain("Line 30: ");
  expect(told[21]).toBe("There may be more.");
});

test("more documents than one commit takes are written in parts, also when they have many values", async () => {
  await using desk = await openDesk();
  const nulls = {
    arrayValue: { values: Array.from({ length: 70_000 }, () => ({ nullValue: null })) },
  };
  const lines = [
    ...["a", "b", "c"].map((id) => line(`large/${id}`, { nulls })),
    ...Array.from({ length: 1200 }, (_, i) => numbered(i)),
  ];
  const text = lines.join("");
  // Without a line break at its end, with empty lines, as editors may leave it.
  const imported = await desk.runWithInput(
    `\n${text}\r\n\n${line("z/z").trimEnd()}`,
    "documents",
    "import",
    "-",
  );
  expect(imported).toEqual({ code: 0, out: "Imported 1204 documents.\n", err: "" });
  const exported = await desk.run("documents", "export");
  expect(exported.out.split("\n").map((one) => one.slice(0, one.indexOf(',"createTime"')))).toEqual(
    [...lines, line("z/z")].map((one) => one.slice(0, -2)).concat(""),
  );
});

test("the last of several lines for a document counts, and other documents stay", async () => {
  await using desk = await openDesk();
  await desk.runWithInput(
    line("a/kept") + line("a/b", { x: { nullValue: null } }),
    "documents",
    "import",
    "-",
  );
  const again =
    line("a/b", { y: { integerValue: "1" } }) + line("a/b", { z: { integerValue: "2" } });
  await desk.runWithInput(again, "documents", "import", "-");
  const { out } = await desk.run("documents", "export");
  const documents = out
    .trimEnd()
    .split("\n")
    .map((one) => JSON.parse(one) as object);
  expect(documents).toMatchObject([
    { path: "a/b", fields: { z: { integerValue: "2" } } },
    { path: "a/kept", fields: {} },
  ]);
  expect(Object.keys((documents[0] as { fields: object }).fields)).toEqual(["z"]);
});

test("an import that the backend stops says how far it came, and can be run again", async () => {
  await using desk = await openDesk();
  const lines = Array.from({ length: 1200 }, (_, i) => numbered(i));
  await using handle = await desk.openLines(lines);
  let commits = 0;
  const stopping = {
    async setDocuments(documents: Parameters<typeof desk.client.setDocuments>[0]) {
      commits += 1;
      if (commits === 3) throw new Error("The server has stopped meanwhile.");
      await desk.client.setDocuments(documents);
    },
  };
  const told: number[] = [];
  await expect(importDocuments(stopping, handle, (written) => told.push(written))).rejects.toThrow(
    "The server has stopped meanwhile.\n" +
      "The import is not complete: 996 documents are written, those of the lines 1 to 996. Run it again.",
  );
  expect(told).toEqual([498, 996]);
  expect((await desk.run("documents", "export")).out.trimEnd().split("\n")).toHaveLength(996);
  expect(await desk.run("documents", "import", desk.file)).toMatchObject({ code: 0 });
  expect((await desk.run("documents", "export")).out.trimEnd().split("\n")).toHaveLength(1200);
});

test("an export whose pages are refused for their size asks for smaller ones", async () => {
  await using desk = await openDesk();
  const lines = Array.from({ length: 400 }, (_, i) =>
    line(`many/${String(i).padStart(5, "0")}`, {
      t: { stringValue: "x".repeat(i % 50 === 7 ? 40_000 : 10) },
    }),
  );
  await desk.runWithInput(lines.join(""), "documents", "import", "-");
  const limits: (number | undefined)[] = [];
  const narrow = {
    ...desk.client,
    async runQuery(...[parent, query]: Parameters<typeof desk.client.runQuery>) {
      limits.push(query.limit);
      const found = await desk.client.runQuery(parent, query);
      if (JSON.stringify(found).length < 50_000) return found;
      throw new BackendError("RESOURCE_EXHAUSTED", "The answer would be too large.");
    },
  };
  let text = "";
  for await (const page of exportDocuments(narrow, "many")) text += page.lines;
  const paths = text
    .trimEnd()
    .split("\n")
    .map((one) => (JSON.parse(one) as { path: string }).path);
  expect(paths).toEqual(lines.map((one) => (JSON.parse(one) as { path: string }).path));
  expect(Math.min(...limits.map(Number))).toBeLessThan(64);
  expect(Math.max(...limits.map(Number))).toBeGreaterThan(64);
});
