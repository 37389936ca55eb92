import { expect, test } from "vitest";
import { whenTaken } from "./when-taken.ts";

test("a camera's clock is that of a zone with a name where it shows the same", () => {
  const summer = { v: "2026-07-03T14:05", zone: "+02:00" };
  expect(whenTaken(summer, ["Asia/Tokyo", "Europe/Berlin"]).zone).toBe("Europe/Berlin");
  // In winter Berlin is an hour from Greenwich.
  const winter = { v: "2026-12-03T14:05", zone: "+02:00" };
  expect(whenTaken(winter, ["Asia/Tokyo", "Europe/Berlin"])).toEqual(winter);
  expect(whenTaken({ v: "2026-12-03T14:05", zone: "" }, ["Asia/Tokyo"]).zone).toBe("Asia/Tokyo");
});
