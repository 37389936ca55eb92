/**
 * `accounts:batchGet`: all accounts by uid, a page at a time. The only form that shows how passwords are kept, as
 * Firebase's does to owners: with it accounts can move, and `batchCreate` takes `hashConfig` back as it is.
 */
import type { Account } from "../accounts/account.ts";
import { toUserInfo } from "../accounts/user-info.ts";
import type { AdminCall } from "../http/admin-routes.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString, readWholeNumber } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { toHashFields } from "./hash-config.ts";

const MAX_PAGE = 1000;
const DEFAULT_PAGE = 20;

/** `query` may be all there is of the call. */
export async function adminBatchGet(
  context: AuthContext,
  query: Body,
  _call?: Pick<AdminCall, "actor">,
) {
  const limit = readWholeNumber(query, "maxResults", { min: 1, max: MAX_PAGE }) ?? DEFAULT_PAGE;
  const accounts = await context.sqlite.read("auth.listAccounts", {
    afterUid: parsePageToken(readString(query, "nextPageToken") ?? ""),
    limit,
  });
  const last = accounts.at(-1);
  return {
    kind: "identitytoolkit#DownloadAccountResponse",
    ...(accounts.length > 0 && { users: accounts.map(toDownloaded) }),
    ...(last !== undefined &&
      accounts.length === limit && {
        nextPageToken: Buffer.from(last.uid).toString("base64url"),
      }),
  };
}

function toDownloaded(account: Account) {
  const { passwordHash } = account;
  return { ...toUserInfo(account), ...(passwordHash !== null && toHashFields(passwordHash)) };
}

function parsePageToken(text: string): string {
  if (text === "") return "";
  const uid = Buffer.from(text, "base64url").toString();
  if (uid === "" || Buffer.from(uid).toString("base64url") !== text) {
    throw refusal("INVALID_PAGE_SELECTION");
  }
  return uid;
}
