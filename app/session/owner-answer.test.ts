import { expect, test } from "vitest";
import { ownerAnswer } from "./owner-answer.ts";

test("the owner is told so, once", () => {
  expect(ownerAnswer(204).done).toBe(true);
  expect(ownerAnswer(204).text).toMatch(/^You are the owner of this site now\. Next, /);
});

test("a link that is used or not valid is done with", () => {
  for (const status of [403, 410]) {
    expect(ownerAnswer(status)).toEqual({
      text: "This owner link has been used or is no longer valid.",
      done: true,
    });
  }
});

test("a site that is busy or out of reach costs nobody the link", () => {
  for (const status of [undefined, 401, 429, 500, 503]) {
    expect(ownerAnswer(status).done).toBe(false);
    expect(ownerAnswer(status).text).toContain("try once more");
  }
});
