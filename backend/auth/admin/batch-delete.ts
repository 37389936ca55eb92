/** `accounts:batchDelete` */
import type { AdminCall } from "../http/admin-routes.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readBoolean, readStrings } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { actedBy } from "./acted-by.ts";

const MAX_UIDS = 1000;

export async function adminBatchDelete(context: AuthContext, body: Body, call: AdminCall) {
  const given = body["localIds"];
  if (Array.isArray(given) && given.length > MAX_UIDS) throw refusal("LOCAL_ID_LIST_EXCEEDS_LIMIT");
  const uids = readStrings(body, "localIds", MAX_UIDS);
  if (uids.length === 0) throw refusal("LOCAL_ID_LIST_EXCEEDS_LIMIT");
  const { errors } = await context.sqlite.write("auth.deleteAccounts", {
    uids,
    force: readBoolean(body, "force") ?? false,
    by: actedBy(call),
    nowMs: context.nowMs(),
  });
  return { ...(errors.length > 0 && { errors }) };
}
