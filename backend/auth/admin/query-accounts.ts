/** `accounts:lookup` and `accounts:query` as administrators ask them. */
import type { Account } from "../accounts/account.ts";
import { toUserInfo } from "../accounts/user-info.ts";
import type { AuthContext } from "../auth-context.ts";
import {
  type Body,
  has,
  readBoolean,
  readString,
  readStrings,
  readWholeNumber,
} from "../http/body.ts";
import { refusal } from "../errors.ts";
import type { AccountQuery } from "./admin-operations.ts";

const MAX_LOOKED_UP = 100;
const MAX_FOUND = 500;

export async function adminLookup(context: AuthContext, body: Body) {
  const accounts = await context.sqlite.read("auth.findAsAdmin", {
    uids: readStrings(body, "localId", MAX_LOOKED_UP),
    emails: readStrings(body, "email", MAX_LOOKED_UP).map((email) => email.toLowerCase()),
    phoneNumbers: readStrings(body, "phoneNumber", MAX_LOOKED_UP),
    identities: readObjects(body, "federatedUserId").map((identity) => ({
      providerId: readString(identity, "providerId") ?? "",
      rawId: readString(identity, "rawId") ?? "",
    })),
  });
  return {
    kind: "identitytoolkit#GetAccountInfoResponse",
    // The Admin SDK takes an empty list for somebody.
    ...(accounts.length > 0 && { users: accounts.map(toUserInfo) }),
  };
}

/** By uid, e-mail or phone number (`expression`), or a page by uid or e-mail. */
export async function adminQuery(context: AuthContext, body: Body) {
  if (readBoolean(body, "returnUserInfo") === false) {
    return { recordsCount: String(await context.sqlite.read("auth.countAccounts", undefined)) };
  }
  const query = readQuery(body);
  const accounts = has(body, "expression")
    ? (await findByExpressions(context, body)).slice(query.offset, query.offset + query.limit)
    : await context.sqlite.read("auth.queryAccounts", query);
  const userInfo = accounts.map(toUserInfo);
  return { recordsCount: String(userInfo.length), ...(userInfo.length > 0 && { userInfo }) };
}

function readQuery(body: Body): AccountQuery {
  const sortBy = readString(body, "sortBy") ?? "USER_ID";
  const order = readString(body, "order") ?? "ASC";
  const isById = sortBy === "USER_ID" || sortBy === "SORT_BY_FIELD_UNSPECIFIED";
  if (!isById && sortBy !== "USER_EMAIL") {
    throw refusal("OPERATION_NOT_ALLOWED", "Accounts are sorted by USER_ID or USER_EMAIL.");
  }
  if (!["ASC", "DESC", "ORDER_UNSPECIFIED"].includes(order)) {
    throw refusal("INVALID_REQUEST", "order is ASC or DESC.");
  }
  return {
    sortBy: isById ? "uid" : "email",
    descending: order === "DESC",
    offset: readWholeNumber(body, "offset", { min: 0, max: 2 ** 31 }) ?? 0,
    limit: readWholeNumber(body, "limit", { min: 1, max: MAX_FOUND }) ?? MAX_FOUND,
  };
}

function findByExpressions(context: AuthContext, body: Body): Promise<Account[]> {
  const uids: string[] = [];
  const emails: string[] = [];
  const phoneNumbers: string[] = [];
  for (const expression of readObjects(body, "expression")) {
    const uid = readString(expression, "userId");
    const email = readString(expression, "email");
    const phoneNumber = readString(expression, "phoneNumber");
    if ([uid, email, phoneNumber].filter((name) => name !== undefined).length !== 1) {
      throw refusal("INVALID_REQUEST", "An expression has one of userId, email and phoneNumber.");
    }
    if (uid !== undefined) uids.push(uid);
    if (email !== undefined) emails.push(email.toLowerCase());
    if (phoneNumber !== undefined) phoneNumbers.push(phoneNumber);
  }
  return context.sqlite.read("auth.findAsAdmin", { uids, emails, phoneNumbers });
}

function readObjects(body: Body, name: string): Body[] {
  const value = has(body, name) ? body[name] : [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const areObjects = list.every((item) => typeof item === "object" && item !== null);
  if (!areObjects || list.length > MAX_LOOKED_UP) {
    throw refusal("INVALID_REQUEST", `${name} must be a list of at most ${MAX_LOOKED_UP} objects.`);
  }
  return list as Body[];
}
