import { expect, test } from "vitest";
import { readFilter } from "./use-query-filter.ts";

test("fields are read from the query, the missing ones are empty and others are no fields", () => {
  const read = (query: string) => readFilter({ words: "", tag: "" }, query);
  expect(read("")).toEqual({ words: "", tag: "" });
  expect(read("?words=tide+clock&utm_source=x")).toEqual({ words: "tide clock", tag: "" });
  expect(read("?tag=%E2%82%AC&tag=second")).toEqual({ words: "", tag: "€" });
});
