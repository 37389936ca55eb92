import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openCountries } from "./countries.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-countries-"));
});
afterAll(() => rm(folder, { recursive: true }));

const text = (value: string) =>
  Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
const uint16 = (value: number) => Buffer.from([0xa2, value >> 8, value & 255]);
const map = (fields: Record<string, Buffer>) =>
  Buffer.concat([
    Buffer.from([0xe0 | Object.keys(fields).length]),
    ...Object.entries(fields).flatMap(([name, value]) => [text(name), value]),
  ]);

/** A file in MaxMind's format of IPv4 addresses: whose first bit is 1 are in DE, the others nowhere. */
function database(): Buffer {
  const record = map({ country: map({ iso_code: text("DE") }) });
  // One node, 24 bits each way: 1 is "not found", 17 is the first record of the data.
  const tree = Buffer.from([0, 0, 1, 0, 0, 17]);
  const metadata = map({
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint16(1),
    database_type: text("Test-Country"),
    ip_version: uint16(4),
    node_count: uint16(1),
    record_size: uint16(24),
  });
  const start = Buffer.from("abcdef4d61784d696e642e636f6d", "hex");
  return Buffer.concat([tree, Buffer.alloc(16), record, start, metadata]);
}

test("the country of an address is told from the owner's file, and of no address none", async () => {
  const path = join(folder, "countries.mmdb");
  await writeFile(path, database());
  const { log } = recordingLog();
  const countries = await openCountries(path, log);
  expect(countries.state).toBe("on");
  expect(countries.countryOf("203.0.113.9")).toBe("DE");
  expect(countries.countryOf("10.0.0.1")).toBeUndefined();
  expect(countries.countryOf("unknown")).toBeUndefined();
});

test.each(["missing", "broken"])("with a file that is %s no country is told", async (which) => {
  const path = join(folder, `${which}.mmdb`);
  if (which === "broken") await writeFile(path, "not a database");
  const { log, entries } = recordingLog();
  const countries = await openCountries(path, log);
  expect(countries.state).toBe("unreadable");
  expect(countries.countryOf("203.0.113.9")).toBeUndefined();
  expect(entries.map(({ msg }) => msg)).toEqual([
    "FOYER_COUNTRIES_DB cannot be read: countries are not told apart",
  ]);
});
