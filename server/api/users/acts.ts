/**
 * `POST /api/users/act` for admins: the same act on one account or up to 200 of them, each with a result of its own. Of a
 * single one a refusal is the answer's status too.
 */
import * as z from "zod/mini";
import { maxReasonLength, maxUsersOfAct, userRoles } from "#lib/user-admin.ts";
import type { UserActResult } from "#lib/user-admin.ts";
import { apiError } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { Log } from "../../log.ts";
import type { UserActs } from "../../user-admin/user-acts.ts";
import { refusalOf } from "../../user-admin/admin-door.ts";
import type { AdminDoor, Refusal } from "../../user-admin/admin-door.ts";
import { uidSchema } from "./list.ts";

const atOnce = 8;
const maxTokens = 1_000_000_000;

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxReasonLength));
const auditId = z.string().check(z.maxLength(100));

const actBody = z.strictObject({
  uids: z.array(uidSchema).check(z.minLength(1), z.maxLength(maxUsersOfAct)),
  act: z.discriminatedUnion("do", [
    z.strictObject({ do: z.literal("role"), role: z.enum(userRoles) }),
    z.strictObject({ do: z.literal("disable"), reason }),
    z.strictObject({ do: z.literal("enable") }),
    z.strictObject({
      do: z.literal("tokens"),
      amount: z.int().check(
        z.minimum(-maxTokens),
        z.maximum(maxTokens),
        z.refine((amount) => amount !== 0),
      ),
      reason,
      key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
    }),
    z.strictObject({ do: z.literal("delete") }),
    z.strictObject({ do: z.literal("restore") }),
  ]),
  /** The entries of the audit log that are taken back, in the order of `uids`. */
  undoes: z.optional(z.array(auditId).check(z.maxLength(maxUsersOfAct))),
});

export function createUserActEndpoint(deps: {
  door: AdminDoor;
  acts: UserActs;
  log: Log;
}): Endpoint {
  const { door, acts, log } = deps;
  return door.post(
    "/api/users/act",
    actBody,
    async ({ uids, act, undoes }, admin) => {
      const results: UserActResult[] = [];
      const one = async (uid: string, at: number): Promise<UserActResult> => {
        try {
          const actor = { uid: admin, undoes: undoes?.[at] };
          const { audit } = await acts.run(uid, act, actor);
          return { uid, done: true, audit };
        } catch (error) {
          return { uid, done: false, ...refusalOrLog(error, uid) };
        }
      };
      const asked = [...new Set(uids)];
      for (let at = 0; at < asked.length; at += atOnce) {
        const some = asked.slice(at, at + atOnce).map((uid) => one(uid, uids.indexOf(uid)));
        // A few at a time: two hundred at once would hold up everybody else.
        // oxlint-disable-next-line no-await-in-loop
        results.push(...(await Promise.all(some)));
      }
      const [only] = results;
      if (results.length === 1 && only?.done === false) {
        return apiError(only.code === "failed" ? 500 : 409, only.code, only.message);
      }
      return Response.json({ results });
    },
    {
      // 200 uids and as many ids of entries.
      maxBodyBytes: 128 * 1024,
      needsRecentSignIn: ({ act }) =>
        act.do === "delete" || (act.do === "role" && act.role === "admin"),
    },
  );

  function refusalOrLog(error: unknown, uid: string): Omit<Refusal, "status"> {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return { code: refusal.code, message: refusal.message };
    log.error({ err: error, uid }, "an act on an account failed");
    return { code: "failed", message: "It failed on the server. Load the account again." };
  }
}
