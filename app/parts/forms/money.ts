/** Amounts as people write them, and as they are stored: in the currency's smallest unit. */

const usualCurrency = "EUR";
const key = "foyer:currency";

/** How many digits a currency has behind the point: 2 for EUR, 0 for JPY. */
function digitsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** 1250 EUR is "12.50", 1200 EUR "12". */
export function amountText(minor: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = (minor / 10 ** digits).toFixed(digits);
  return text.replace(/\.0+$/, "");
}

/**
 * With a point or a comma before the last digits, and either, a space or an apostrophe between thousands.
 * @returns the smallest units; undefined for what is no amount
 */
export function minorOf(text: string, currency: string): number | undefined {
  const plain = text.trim().replaceAll(/['’\s]/g, "");
  const digits = digitsOf(currency);
  const [, whole = "", part = ""] =
    new RegExp(`^([\\d.,]*?)(?:[.,](\\d{1,${digits || 1}}))?$`).exec(plain) ?? [];
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole);
  if (!(isGrouped || /^\d*$/.test(whole)) || whole + part === "") return undefined;
  if (part !== "" && digits === 0) return undefined;
  const minor = Number(whole.replaceAll(/[.,]/g, "") + part.padEnd(digits, "0"));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** What the last amount was in: mostly the next one is, too. */
export function lastCurrency(): string {
  try {
    const kept = localStorage.getItem(key) ?? "";
    return /^[A-Z]{3}$/.test(kept) ? kept : usualCurrency;
  } catch {
    return usualCurrency;
  }
}

export function keepCurrency(currency: string): void {
  try {
    localStorage.setItem(key, currency);
  } catch {
    // Only the next one begins with another.
  }
}
