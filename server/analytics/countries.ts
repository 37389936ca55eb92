/** Countries of addresses, from a file in MaxMind's format (`.mmdb`) that the owner may put beside the server. */
import { readFile, stat } from "node:fs/promises";
import { Reader } from "mmdb-lib";
import type { CountriesState } from "#lib/analytics/report.ts";
import type { Log } from "../log.ts";

export type Countries = {
  state: CountriesState;
  /** ISO 3166-1, two letters; undefined where the file says nothing. */
  countryOf(address: string): string | undefined;
};

/** It is in memory as long as the server runs. */
const maxBytes = 256 * 1024 * 1024;

/** What databases of several makers have: MaxMind's and DB-IP's of countries and cities, and IPinfo's flat one. */
type CountryRecord = { country?: { iso_code?: unknown }; country_code?: unknown };

/** @param path undefined: none is told. A file that cannot be read is logged, and none is told. */
export async function openCountries(path: string | undefined, log: Log): Promise<Countries> {
  if (path === undefined) return { state: "none", countryOf: () => undefined };
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new Error(`It has ${size} bytes; at most ${maxBytes} are taken.`);
    // Its type knows only its own maker's records.
    const reader = new Reader(await readFile(path));
    return {
      state: "on",
      countryOf(address) {
        try {
          const { country, country_code: flat } = (reader.get(address) ?? {}) as CountryRecord;
          const code = country?.iso_code ?? flat;
          return typeof code === "string" && /^[A-Z]{2}$/.test(code) ? code : undefined;
        } catch {
          // No address at all, such as "unknown" from a proxy.
          return undefined;
        }
      },
    };
  } catch (error) {
    log.error({ err: error }, "FOYER_COUNTRIES_DB cannot be read: countries are not told apart");
    return { state: "unreadable", countryOf: () => undefined };
  }
}
