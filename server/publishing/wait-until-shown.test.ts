import { expect, test } from "vitest";
import { ann, openDesk } from "./testing/open-desk.ts";

test("a problem that another one with its link keeps off the page is not waited for", async () => {
  let looks = 0;
  await using desk = await openDesk({
    wrap: (backend) => ({
      ...backend,
      publicData() {
        looks += 1;
        return backend.publicData();
      },
    }),
  });
  const link = "https://problems.example.com/a";
  const better = { title: "A", link, categories: ["x"], solutions: [] };
  await desk.backend.commit([{ set: "problems/better", data: better }]);
  await desk.draft("problems", "other", { title: "A", link: ` ${link}` });
  await desk.acts.drafts.publish({ kind: "problems", id: "other" }, 1, ann);
  expect(await desk.backend.getDocument("problems/other")).not.toBeNull();
  expect((await desk.backend.publicData()).problems.map(({ id }) => id)).toEqual(["better"]);
  // Of the files that are shown, and of the page.
  expect(looks).toBeLessThan(5);
});
