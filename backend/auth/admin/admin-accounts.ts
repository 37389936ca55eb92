/** The forms below `projects/{p}/accounts`, for administrators: any account, no ID token. */
import type { Account } from "../accounts/account.ts";
import { parseEmail, parseNewPassword, parseUid } from "../accounts/account-fields.ts";
import type { AccountChanges } from "../accounts/account-operations.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readBoolean, readString, readStrings, readWholeNumber } from "../body.ts";
import { parseClaims, toClaimsText } from "../accounts/claims.ts";
import { refusal } from "../errors.ts";
import { readProfileChanges } from "../accounts/update-account.ts";
import { toUserInfo } from "../accounts/user-info.ts";

const MAX_LOOKED_UP = 100;
const MAX_PAGE = 1000;
const DEFAULT_PAGE = 20;
const NOT_SUPPORTED = [
  "deleteProvider",
  "linkProviderUserInfo",
  "mfa",
  "phoneNumber",
  "mfaInfo",
  "tenantId",
];

export async function adminCreate(context: AuthContext, body: Body) {
  const uid = has(body, "localId") ? parseUid(body["localId"]) : context.newUid();
  const fields = await readChanges(context, body);
  const account = await context.sqlite.write("auth.createAccount", {
    uid,
    fields,
    nowMs: context.nowMs(),
  });
  const { localId, email, displayName } = toUserInfo(account);
  return { kind: "identitytoolkit#SignupNewUserResponse", localId, email, displayName };
}

export async function adminUpdate(context: AuthContext, body: Body) {
  const uid = readUid(body);
  const changes = await readChanges(context, body);
  const { account } = await context.sqlite.write("auth.updateAccount", {
    uid,
    changes,
    nowMs: context.nowMs(),
  });
  return { kind: "identitytoolkit#SetAccountInfoResponse", ...toUserInfo(account) };
}

export async function adminLookup(context: AuthContext, body: Body) {
  const uids = readStrings(body, "localId", MAX_LOOKED_UP);
  const emails = readStrings(body, "email", MAX_LOOKED_UP).map((email) => email.toLowerCase());
  const accounts = await context.sqlite.read("auth.findAccounts", { uids, emails });
  return {
    kind: "identitytoolkit#GetAccountInfoResponse",
    ...(accounts.length > 0 && { users: accounts.map(toUserInfo) }),
  };
}

export async function adminDelete(context: AuthContext, body: Body) {
  await context.sqlite.write("auth.deleteAccount", {
    uid: readUid(body),
    nowMs: context.nowMs(),
  });
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}

/** All accounts by uid, a page at a time. */
export async function adminBatchGet(context: AuthContext, query: URLSearchParams) {
  const body: Body = Object.fromEntries(query);
  const limit = readWholeNumber(body, "maxResults", { min: 1, max: MAX_PAGE }) ?? DEFAULT_PAGE;
  const accounts = await context.sqlite.read("auth.listAccounts", {
    afterUid: parsePageToken(query.get("nextPageToken") ?? ""),
    limit,
  });
  const last = accounts.at(-1);
  return {
    kind: "identitytoolkit#DownloadAccountResponse",
    ...(accounts.length > 0 && { users: accounts.map(toUserInfo) }),
    ...(last !== undefined &&
      accounts.length === limit && {
        nextPageToken: Buffer.from(last.uid).toString("base64url"),
      }),
  };
}

/** By uid or e-mail (`expression`), or the first accounts by uid. */
export async function adminQuery(context: AuthContext, body: Body) {
  const limit = readWholeNumber(body, "limit", { min: 1, max: MAX_PAGE }) ?? DEFAULT_PAGE;
  if (readBoolean(body, "returnUserInfo") === false) {
    return { recordsCount: String(await context.sqlite.read("auth.countAccounts", undefined)) };
  }
  if (has(body, "offset") || has(body, "sortBy") || has(body, "order")) {
    throw refusal("OPERATION_NOT_ALLOWED", "Pages of accounts are read with accounts:batchGet.");
  }
  const accounts = has(body, "expression")
    ? await findByExpressions(context, body["expression"])
    : await context.sqlite.read("auth.listAccounts", { afterUid: "", limit });
  const userInfo = accounts.slice(0, limit).map(toUserInfo);
  return { recordsCount: String(userInfo.length), ...(userInfo.length > 0 && { userInfo }) };
}

function findByExpressions(context: AuthContext, value: unknown): Promise<Account[]> {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MAX_LOOKED_UP) {
    throw refusal("INVALID_REQUEST", `expression may have ${MAX_LOOKED_UP} elements.`);
  }
  const uids: string[] = [];
  const emails: string[] = [];
  for (const expression of list) {
    const body = (typeof expression === "object" ? (expression ?? {}) : {}) as Body;
    const uid = readString(body, "userId");
    const email = readString(body, "email");
    if ((uid === undefined) === (email === undefined)) {
      throw refusal("INVALID_REQUEST", "An expression has either userId or email.");
    }
    if (uid !== undefined) uids.push(uid);
    if (email !== undefined) emails.push(email.toLowerCase());
  }
  return context.sqlite.read("auth.findAccounts", { uids, emails });
}

async function readChanges(context: AuthContext, body: Body): Promise<AccountChanges> {
  for (const name of NOT_SUPPORTED) if (has(body, name)) throw refusal("OPERATION_NOT_ALLOWED");
  const changes = readProfileChanges(body);
  if (has(body, "email")) changes.email = parseEmail(readString(body, "email"));
  const emailVerified = readBoolean(body, "emailVerified");
  if (emailVerified !== undefined) changes.emailVerified = emailVerified;
  const disabled = readBoolean(body, "disableUser") ?? readBoolean(body, "disabled");
  if (disabled !== undefined) changes.disabled = disabled;
  const claims = readString(body, "customAttributes");
  if (claims !== undefined) changes.customClaims = toClaimsText(parseClaims(claims));
  const nowS = Math.floor(context.nowMs() / 1000);
  const validSinceS = readWholeNumber(body, "validSince", { min: 0, max: nowS });
  if (validSinceS !== undefined) changes.validSinceS = validSinceS;
  if (has(body, "password")) {
    changes.passwordHash = await context.passwords.hash(
      parseNewPassword(readString(body, "password")),
      "administrators",
    );
  }
  return changes;
}

function readUid(body: Body): string {
  const uid = readString(body, "localId");
  if (uid === undefined || uid === "") throw refusal("MISSING_LOCAL_ID");
  return uid;
}

function parsePageToken(text: string): string {
  if (text === "") return "";
  const uid = Buffer.from(text, "base64url").toString();
  if (uid === "" || Buffer.from(uid).toString("base64url") !== text) {
    throw refusal("INVALID_PAGE_SELECTION");
  }
  return uid;
}
