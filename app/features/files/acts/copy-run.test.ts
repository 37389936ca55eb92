import { expect, test, vi } from "vitest";
import type { DriveAct } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { makeTree } from "#lib/drive/tree.ts";
import type { DriveSource } from "../source.ts";
import { planCopy, startCopy } from "./copy-run.ts";

const base = {
  createdAt: "",
  updatedAt: "",
  trashedAt: null,
  starred: false,
  links: 0,
  shared: false,
};
const folder = (id: string, parent = ""): DriveNode => ({
  ...base,
  kind: "folder",
  id,
  parent,
  name: id,
});
const file = (id: string, parent = ""): DriveNode => ({
  ...base,
  kind: "file",
  id,
  parent,
  name: `${id}.txt`,
  version: { object: id, size: 10, type: "text/plain", sha256: null, at: "", by: "ann" },
  older: [],
});

function sourceOf(nodes: readonly DriveNode[], act: DriveSource["act"]): DriveSource {
  const tree = makeTree(nodes);
  return {
    owner: "ann",
    role: "owner",
    childrenOf: (id) => tree.childrenOf(id),
    nodeOf: (id) => nodes.find((node) => node.id === id),
    pathOf: () => [],
    act,
  };
}

const done: DriveSource["act"] = async (acts) => acts.map(({ id }) => ({ node: folder(id) }));

test("folders come before what is in them, and only the top ones get another name", () => {
  const nodes = [folder("a"), folder("b", "a"), file("x", "b"), file("y")];
  const steps = planCopy(sourceOf(nodes, done), [nodes[0]!, nodes[3]!], "");
  expect(steps.map(({ name }) => name)).toEqual(["a (2)", "b", "x.txt", "y (2).txt"]);
  const [top, below, deep] = steps.map(({ act }) => act as DriveAct & { parent: string });
  expect(below?.parent).toBe(top?.id);
  expect(deep?.parent).toBe(below?.id);
});

test("a copy of a folder into itself has an end", () => {
  const nodes = [folder("a"), file("x", "a")];
  expect(planCopy(sourceOf(nodes, done), [nodes[0]!], "a")).toHaveLength(2);
});

test("below a folder that was not made nothing is tried, and the rest goes on", async () => {
  const nodes = [folder("a"), file("x", "a"), file("y")];
  const asked: string[] = [];
  const source = sourceOf(nodes, async (acts) => {
    const [act] = acts;
    asked.push(act!.act);
    return [act!.act === "make-folder" ? { error: "too-many" } : { node: folder(act!.id) }];
  });
  const run = startCopy(source, [nodes[0]!, nodes[2]!], "");
  await vi.waitFor(() => expect(run.state().isOver).toBe(true));
  expect(asked).toEqual(["make-folder", "copy-file"]);
  expect(run.state()).toMatchObject({ done: 1, bytes: 10, of: 3 });
  expect(run.state().failed.map(({ name }) => name)).toEqual(["a (2)", "x.txt"]);
});

test("stopped, it asks for nothing more and says what is left", async () => {
  const nodes = Array.from({ length: 20 }, (_, at) => file(`f${at}`));
  const asked: string[] = [];
  const source = sourceOf(nodes, async (acts) => {
    asked.push(...acts.map(({ id }) => id));
    return done(acts);
  });
  const run = startCopy(source, nodes, "");
  run.stop();
  await vi.waitFor(() => expect(run.state().isOver).toBe(true));
  expect(run.state().isStopped).toBe(true);
  expect(asked.length).toBeLessThanOrEqual(3);
});
