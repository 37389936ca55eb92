import { expect, test } from "vitest";
import { faultOfObjectName, isObjectName } from "./object-name.ts";

test("a stored file may have any name but one that no folder could take, and is told why not", () => {
  for (const name of ["a", "a/b//c/", "…", "ü".repeat(512), "a..b/.c", " ", "%2e%2e/x", "\u202e"]) {
    expect(isObjectName(name), name).toBe(true);
  }
  const faults = {
    "": "is missing",
    [`${"ü".repeat(512)}x`]: "longer than 1024 bytes",
    "a\nb": "control characters",
    "a\u007f": "control characters",
    "\ud800": "valid Unicode",
    "a/../b": ". or ..",
    ".": ". or ..",
  };
  for (const [name, fault] of Object.entries(faults)) {
    expect(isObjectName(name), name).toBe(false);
    expect(faultOfObjectName(name), name).toContain(fault);
  }
});
