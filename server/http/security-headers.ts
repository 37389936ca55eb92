/** Headers that every answer carries. The content security policy of a page is added where its HTML is made. */
import type { Settings } from "../config/settings.ts";

// Their addresses carry secrets (reset codes, shares, tickets, calendars, public boards, links), so no site learns from where a
// visitor came.
const secretPaths =
  /^\/(?:(?:calendar|forgot-password|share|ticket)(?:[./]|$)|(?:FileStorageApp|TaskManager)\/)/i;

export type HeaderList = readonly (readonly [name: string, value: string])[];

export function createSecurityHeaders(
  origin: Settings["origin"],
  { speaksToPopups = false }: { speaksToPopups?: boolean } = {},
): (path: string) => HeaderList {
  const always: [string, string][] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Cross-Origin-Opener-Policy", speaksToPopups ? "same-origin-allow-popups" : "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    [
      "Permissions-Policy",
      "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
    ],
  ];
  if (origin?.protocol === "https:") {
    always.push(["Strict-Transport-Security", "max-age=31536000"]);
  }
  const usual: HeaderList = [...always, ["Referrer-Policy", "strict-origin-when-cross-origin"]];
  const secret: HeaderList = [...always, ["Referrer-Policy", "no-referrer"]];
  return (path) => (secretPaths.test(path) ? secret : usual);
}

/** For answers that are no page of ours: nothing in them may run or load. */
export const bareContentSecurityPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
