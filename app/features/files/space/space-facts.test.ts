import { expect, test } from "vitest";
import { makeTree } from "#lib/drive/tree.ts";
import { file, folder, idOf, version } from "../trash/testing/nodes.ts";
import { spaceFacts, spareOf } from "./space-facts.ts";

const tide = "a".repeat(64);
const dune = "b".repeat(64);
const facts = (nodes: Parameters<typeof makeTree>[0]) => spaceFacts(nodes, makeTree(nodes));

test("files, old versions and the trash are counted each, what lies in a trashed folder with the trash", () => {
  const old = folder("old", { trashedAt: "2026-11-02T00:00:00.000Z" });
  const nodes = [
    old,
    file("kept", { version: version(10_000), older: [version(5000), version(100)] }),
    file("below", { parent: old.id, version: version(7000), older: [version(1)] }),
  ];
  const found = facts(nodes);
  expect(found).toMatchObject({ files: 10_000, older: 5100, trash: 7001 });
  // Small ones count as 4096 bytes.
  expect(found.counted).toBe(10_000 + 5000 + 4096 + 7000 + 4096);
  expect(found.biggest.map(({ name }) => name)).toEqual(["kept"]);
  expect(found.withOlder.map(({ name }) => name)).toEqual(["kept"]);
});

test("doubles are of one content and one size; what is empty, in the trash or without checksum is none", () => {
  const nodes = [
    file("a", { version: version(5, tide), createdAt: "2026-11-03T00:00:00.000Z" }),
    file("b", { version: version(5, tide), createdAt: "2026-11-02T00:00:00.000Z" }),
    file("c", { version: version(6, tide) }),
    file("d", { version: version(5, tide), trashedAt: "2026-11-02T00:00:00.000Z" }),
    file("e", { version: version(0, dune) }),
    file("f", { version: version(0, dune) }),
    file("g", { version: version(9) }),
    file("h", { version: version(9) }),
  ];
  const { doubles, unknown } = facts(nodes);
  expect(doubles).toHaveLength(1);
  expect(doubles[0]?.files.map(({ name }) => name)).toEqual(["b", "a"]);
  expect(doubles[0]?.spare).toBe(5);
  expect(unknown).toBe(2);
});

test("what is shared by a link stays before what is starred, and that before what is older", () => {
  const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;
  const nodes = [
    file("old", { version: version(5, tide), createdAt: at(1) }),
    file("star", { version: version(5, tide), createdAt: at(2), starred: true }),
    file("link", { version: version(5, tide), createdAt: at(3), links: 1 }),
    file("x", { version: version(50, dune), older: [version(7)] }),
    file("y", { version: version(50, dune) }),
  ];
  const { doubles } = facts(nodes);
  // Those that free most come first.
  expect(doubles.map(({ spare }) => spare)).toEqual([50, 10]);
  expect(spareOf(doubles).map(({ id }) => id)).toEqual([idOf("y"), idOf("star"), idOf("old")]);
});
