import { countryName } from "#lib/country-name.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
/** Unions and places for tests, which have names, too. */
const noCountries = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

let all: { value: string; label: string }[] | undefined;

/** Every country by its English name (ISO 3166-1), as a select takes them. The browser knows their names; the codes are tried. */
export function countryOptions(): readonly { value: string; label: string }[] {
  all ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const label = countryName(code);
      // A country that is no more has the code of what it became.
      const isKnown = label !== code && new Intl.Locale(`und-${code}`).maximize().region === code;
      return isKnown && !noCountries.has(code) ? [{ value: code, label }] : [];
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  return all;
}
