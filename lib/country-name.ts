const names = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** The English name of a country for its code of two letters (ISO 3166-1, in either case); anything else as it is. */
export function countryName(code: string): string {
  return /^[a-z]{2}$/i.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}
