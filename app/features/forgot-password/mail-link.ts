/** What the link in a mail wants, read from what hide-link-query.ts took out of the address. */

const modes = [
  "resetPassword",
  "verifyEmail",
  "verifyAndChangeEmail",
  "recoverEmail",
  "revertSecondFactorAddition",
  "signIn",
] as const;

export type MailLink = {
  mode: (typeof modes)[number];
  code: string;
  /** Path on this site to go on to. */
  returnTo: string;
};

/** `damaged`: a part of it is missing. */
export function parseLink(query: string, origin: string): MailLink | "damaged" {
  const read = new URLSearchParams(query);
  const code = read.get("oobCode");
  const mode = modes.find((each) => each === read.get("mode"));
  if (mode === undefined || !code || code.length > 1000) return "damaged";
  return { mode, code, returnTo: pathOnSite(read.get("continueUrl") ?? "", origin) };
}

/** Home for every address that is not on this site. */
export function pathOnSite(address: string, origin: string): string {
  if (!URL.canParse(address)) return "/";
  const url = new URL(address);
  const isHere = url.origin === origin && !url.pathname.startsWith("//");
  return isHere && url.pathname !== "/forgot-password" ? url.pathname + url.search + url.hash : "/";
}
