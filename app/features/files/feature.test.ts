import { expect, test } from "vitest";
import { feature } from "./feature.ts";
import { viewTitles } from "./views.ts";

test("every view is found in the palette", () => {
  const views = feature.entries.map((entry) =>
    "path" in entry ? (new URL(entry.path, "http://x").searchParams.get("view") ?? "files") : "",
  );
  expect(views.toSorted()).toEqual(Object.keys(viewTitles).toSorted());
});
