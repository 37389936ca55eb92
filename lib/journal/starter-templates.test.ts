import { expect, test } from "vitest";
import { checkRichText } from "../rich-text/check.ts";
import { longest } from "./limits.ts";
import { starterTemplates } from "./starter-templates.ts";

test.each(starterTemplates)("$name is a text that can be kept as a template", ({ name, doc }) => {
  expect(checkRichText(JSON.parse(doc))).toEqual([]);
  expect(doc.length).toBeLessThan(longest.template);
  expect(name.length).toBeLessThan(longest.name);
});
