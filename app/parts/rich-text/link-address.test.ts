import { expect, test } from "vitest";
import { completeAddress } from "./link-address.ts";

test.for([
  [" example.com/a ", "https://example.com/a"],
  ["me@example.com", "mailto:me@example.com"],
  ["http://example.com", "http://example.com"],
  ["/about", "/about"],
  ["//example.com", "//example.com"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["word", "word"],
  ["", ""],
])("%j is meant as %j", ([typed = "", address]) => {
  expect(completeAddress(typed)).toBe(address);
});
