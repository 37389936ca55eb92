import { expect, test } from "vitest";
import { isSafeHref } from "./safe-href.ts";

test.each([
  "https://a.example",
  "http://a.example/x?y#z",
  "mailto:a@b.example",
  "/",
  "/project/atlas",
])("%j may be a link", (href) => expect(isSafeHref(href)).toBe(true));

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://a.example/1",
  "file:///etc/passwd",
  "//other.example",
  "/\\other.example",
  "/\t/other.example",
  "\\\\other.example",
  "project",
  "",
])("%j may not be a link", (href) => expect(isSafeHref(href)).toBe(false));
