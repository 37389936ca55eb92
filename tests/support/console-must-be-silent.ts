// A warning that nobody reads is a bug nobody sees: a test during which something is printed as an error or a warning fails.
import { afterEach, beforeEach } from "vitest";

const original = { error: console.error, warn: console.warn };
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  console.error = (...parts: unknown[]) => void printed.push(parts.map(String).join(" "));
  console.warn = (...parts: unknown[]) => void printed.push(parts.map(String).join(" "));
});

afterEach(() => {
  Object.assign(console, original);
  if (printed.length > 0) throw new Error(`printed during the test:\n${printed.join("\n")}`);
});
