import { afterEach, expect, test, vi } from "vitest";
import { placeOfZone } from "./dates.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function inZone(timeZone: string) {
  return vi
    .spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions")
    .mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
}

test("a zone that is not this device's is named by its place", async () => {
  inZone("Europe/Berlin");
  expect(placeOfZone("America/New_York")).toBe("New York");
  expect(placeOfZone("Europe/Berlin")).toBe("");
  expect(placeOfZone("")).toBe("");
});

test("for all that is drawn in one go the zone is asked for once, and anew for what is drawn later", async () => {
  const asked = inZone("Europe/Berlin");
  for (let row = 0; row < 30; row += 1) expect(placeOfZone("Europe/Lisbon")).toBe("Lisbon");
  expect(asked).toHaveBeenCalledTimes(1);
  await Promise.resolve();
  inZone("Europe/Lisbon");
  expect(placeOfZone("Europe/Lisbon")).toBe("");
});
