/** Whether a new password may be used for an account, apart from its length and the site's policy. */
import { refusal } from "../errors.ts";
import { fold, isStolenPassword, wordOf } from "./stolen-passwords.ts";

type Names = { email?: string | null | undefined; displayName?: string | null | undefined };

/** A shorter name is part of many words. */
const MIN_NAME_CHARS = 4;
/** What this program is called, and what its sites are. */
const SITE_NAMES = ["foyer", "portfolio"];

/**
 * `account` as it will be with this password.
 * @throws WEAK_PASSWORD
 */
export async function refuseKnownPassword(password: string, account: Names): Promise<void> {
  const text = fold(password);
  const names = namesOf(account);
  if (names.has(text) || names.has(wordOf(text))) {
    throw refusal(
      "WEAK_PASSWORD",
      "This password is the e-mail address or a name that anybody knows. Choose another one.",
    );
  }
  if (await isStolenPassword(password)) {
    throw refusal(
      "WEAK_PASSWORD",
      "This password is on lists of stolen passwords. Choose another one.",
    );
  }
}

function namesOf({ email, displayName }: Names): ReadonlySet<string> {
  const address = fold(email ?? "");
  const [local = "", domain = ""] = address.split("@");
  const name = fold(displayName ?? "");
  const names = [
    ...SITE_NAMES,
    address,
    local,
    ...local.split(/[._+-]/),
    domain,
    ...domain.split("."),
    name,
    name.replaceAll(/\s+/g, ""),
    ...name.split(/\s+/),
  ];
  return new Set(names.filter(({ length }) => length >= MIN_NAME_CHARS));
}
