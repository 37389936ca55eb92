import type { EntryContext } from "react-router";
import { expect, test } from "vitest";
import { withFewerFiles } from "./fewer-files.ts";

test("the document asks for the entry in the place of every route module, and the build's own table stays as it is", () => {
  const root = { id: "root", module: "/assets/root-1.js", imports: ["/assets/base-1.js"] };
  const manifest = { entry: { module: "/assets/entry-1.js", imports: [] }, routes: { root } };
  const context = { manifest } as unknown as EntryContext;
  expect(withFewerFiles(context).manifest.routes["root"]).toEqual({
    id: "root",
    module: "/assets/entry-1.js",
    imports: [],
  });
  expect(root.module).toBe("/assets/root-1.js");
});
