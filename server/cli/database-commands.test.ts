import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openAloneDesk, openServedDesk } from "./testing/open-desk.ts";

// Some commands are processes of their own.
vi.setConfig({ testTimeout: 60_000 });

const exported = {
  ".priority": 1,
  list: { "0": "a", "1": "b", "2": { "5": true } },
  ann: { ".value": "A\u009b\u0007", ".priority": "first" },
  deep: { x: { ".priority": -2.5, y: { z: 0 } }, __proto__x: "ü😀" },
};

test("what is imported is exported as it was", async () => {
  await using desk = await openServedDesk();
  const run = (...args: string[]) => desk.run("database", ...args);
  const file = join(desk.folder, "in.json");
  const document = { ...exported, list: ["a", "b", { "5": true, "6": null }], gone: {} };
  await writeFile(file, `\uFEFF${JSON.stringify(document)}`);
  expect(await run("import", "/place/", file)).toEqual({
    code: 0,
    out: "Imported 9 values to /place in one write. Before, there was nothing.\n",
    err: "",
  });
  const shown = await run("export", "place");
  expect(JSON.parse(shown.out)).toEqual(exported);
  // A terminal would obey what stands there as it is.
  expect(shown.out).toContain("A\\u009b\\u0007");

  const out = join(desk.folder, "out.json");
  expect(await run("export", "/place", out)).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(await readFile(out, "utf8"))).toEqual(exported);
  expect((await stat(out)).mode & 0o777).toBe(0o600);

  const plain = await run("get", "/place");
  expect(JSON.parse(plain.out)).toEqual({
    list: ["a", "b", { "5": true }],
    ann: "A\u009b\u0007",
    deep: { x: { y: { z: 0 } }, __proto__x: "ü😀" },
  });
  expect(plain.out).toMatch(/^\{\n {2}"/);
  expect((await run("get", "/place/ann")).out).toBe('"A\\u009b\\u0007"\n');
  expect((await run("get", "/nowhere")).out).toBe("null\n");

  await writeFile(file, JSON.stringify({ only: 1 }));
  expect((await run("import", "/place", file)).out).toContain("Before, there were 3 children.");
  expect((await run("export", "/")).out).toBe('{"place":{"only":1}}\n');
});

test("a value is set from a file or from standard input", async () => {
  await using desk = await openServedDesk();
  const set = (path: string, input: string) =>
    desk.runWithInput(input, "database", "set", path, "-");
  expect(await set("/a/b", '{"c": [1, {"d": ","}]}')).toMatchObject({
    code: 0,
    out: "Replaced /a/b. Before, there was nothing.\n",
  });
  expect((await set("/a/b/c/0", "2")).out).toContain("Before, there was one value.");
  expect((await set("/a", '{"e": {".sv": {"increment": 3}}}')).out).toContain("was 1 child.");
  const got = await desk.run("database", "get", "/");
  expect(JSON.parse(got.out)).toEqual({ a: { e: 3 } });
  for (const [input, message] of [
    ['{"a": 1,\n "b": }', "Line 2: This is not JSON"],
    ["[1e999]", "The number 1e999 is too large."],
    ['{"a.b": 1}', 'The key "a.b" must not contain'],
  ] as const) {
    const refused = await set("/", input);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(message);
    expect(refused.out).toBe("");
  }
  expect((await desk.run("database", "get", "/a")).out).toBe('{\n  "e": 3\n}\n');
});

test("without a server the same is done by opening the folder", async () => {
  await using desk = await openAloneDesk();
  const file = join(desk.folder, "in.json");
  await writeFile(file, JSON.stringify(exported));
  expect(await desk.run("database", "import", "/place", file)).toEqual({
    code: 0,
    out: "Imported 9 values to /place in one write. Before, there was nothing.\n",
    err: "",
  });
  const set = await desk.runWithInput('{"value":[true]}', "database", "set", "/place/ann", "-");
  expect(set).toMatchObject({ code: 0, out: expect.stringContaining("there was one value.") });
  const shown = await desk.run("database", "export", "/");
  expect(JSON.parse(shown.out)).toEqual({ place: { ...exported, ann: { value: { "0": true } } } });
  expect(await desk.run("database", "export", "/a.b")).toEqual({
    code: 1,
    out: "",
    err: expect.stringContaining('The key "a.b" must not contain'),
  });
});

test("a file with something wrong anywhere changes nothing", async () => {
  await using desk = await openServedDesk();
  const file = join(desk.folder, "bad.json");
  const run = (...args: string[]) => desk.run("database", ...args);
  await desk.runWithInput('{"kept":true}', "database", "set", "/", "-");
  const many = Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join(",\n");
  for (const [text, message] of [
    [`{${many},"a":{"b/c":1}}`, 'Line 20000: The key "b/c" must not contain'],
    [`{${many}`, "The document breaks off."],
    [`{${many}}}`, "Nothing may follow the document"],
    [Buffer.from([0x22, 0xff, 0x22]), "not UTF-8"],
    ["", "The document breaks off."],
  ] as const) {
    await writeFile(file, text);
    const refused = await run("import", "/kept", file);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("Nothing was changed.");
    expect(refused.err).toContain(message);
    expect(refused.out).toBe("");
  }
  expect((await run("get", "/")).out).toBe('{\n  "kept": true\n}\n');
});

test("an export that fails leaves an older file as it was", async () => {
  await using desk = await openServedDesk();
  const file = join(desk.folder, "out.json");
  await writeFile(file, "older");
  const run = (path: string, to: string) => desk.run("database", "export", path, to);
  const refused = await run("/a.b", file);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain('The key "a.b" must not contain . # $ / [ ]');
  expect(await readFile(file, "utf8")).toBe("older");
  expect((await readdir(desk.folder)).toSorted()).toEqual(["out.json"]);
  expect((await run("/", join(desk.folder, "none", "out.json"))).err).toContain(
    "cannot be written",
  );
  await mkdir(join(desk.folder, "folder"));
  expect((await run("/", join(desk.folder, "folder"))).err).toContain("it is a folder");
  expect(await run("/", file)).toMatchObject({ code: 0 });
  expect(await readFile(file, "utf8")).toBe("null\n");
});

test("what cannot be done is said, with the exit code of the other commands", async () => {
  await using desk = await openServedDesk();
  for (const [args, message] of [
    [["database", "get"], "It is: database get PATH"],
    [["database", "export", "/", "a", "b"], "It is: database export PATH [FILE]"],
    [["database", "drop", "/"], 'There is no command "database drop /".'],
  ] as const) {
    expect(await desk.run(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
  }
  for (const [args, message] of [
    [["database", "import", "/", "/nowhere/x.json"], "There is no file /nowhere/x.json."],
    [["database", "import", "/", desk.folder], "is a folder, not a file."],
    [["database", "get", "/a/../b"], 'The key ".." must not contain'],
    [["database", "get", "/a\u001b[31m"], "must not contain"],
    [["database", "get", `/${"a/".repeat(33)}`], "deeper than 32"],
    [["database", "get", `/${"x".repeat(800)}`], "768 bytes"],
  ] as const) {
    const refused = await desk.run(...args);
    expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining(message) });
    expect(refused.err).not.toContain("\u001b");
    expect(refused.err).not.toContain("    at ");
  }
});
