/** `/api/boards/{board}/invites…`: whom owners invite. */
import * as z from "zod/mini";
import type { BoardInvites, NewInvite, RevokedInvite } from "#lib/boards/api.ts";
import { mostLinkDays, mostLinkUses } from "#lib/boards/limits.ts";
import type { Invites } from "../../boards/invites.ts";
import { tooManyRequests } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { CountedCaller } from "../../http/counted-caller.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { doneOr, refuse, wrong } from "./answers.ts";
import { plainEndpoint, postEndpoint } from "./endpoint.ts";

const role = z.enum(["member", "viewer"]);
const wholeTo = (most: number) => z.int().check(z.gte(1), z.lte(most));
const inviteShape = z.union([
  z.strictObject({ email: z.string().check(z.maxLength(320)), role }),
  z.strictObject({
    link: z.strictObject({ role, days: wholeTo(mostLinkDays), uses: wholeTo(mostLinkUses) }),
  }),
]) satisfies z.ZodMiniType<NewInvite>;
const revokeShape = z.object({
  id: z.string().check(z.maxLength(100)),
}) satisfies z.ZodMiniType<RevokedInvite>;

/** Each may reach a stranger. */
const toStrangers = { burst: 20, perMinute: 20 / 60 };

export function createInviteEndpoints(deps: {
  counted: CountedCaller;
  invites: Invites;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { counted, invites, now } = deps;
  const sent = createRateLimit({ ...toStrangers, now });

  async function invite(uid: string, board: string, asked: NewInvite): Promise<Response> {
    if ("link" in asked) {
      const made = await invites.makeLink(uid, board, asked.link);
      return typeof made === "string" ? refuse(made) : Response.json(made, { status: 201 });
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(asked.email.trim())) return wrong("This is no e-mail address.");
    const wait = sent.take(uid);
    if (wait > 0) return tooManyRequests(wait);
    return doneOr(await invites.toAddress(uid, board, asked));
  }

  return [
    plainEndpoint("GET", "/api/boards/{board}/invites", counted, async ({ uid, board }) => {
      const found = await invites.list(uid, board);
      if (typeof found === "string") return refuse(found);
      return Response.json({ invites: found } satisfies BoardInvites);
    }),
    postEndpoint(
      "/api/boards/{board}/invites",
      counted,
      { shape: inviteShape, form: "{email, role} or {link: {role, days, uses}}" },
      ({ uid, board }, asked) => invite(uid, board, asked),
    ),
    postEndpoint(
      "/api/boards/{board}/invites/revoke",
      counted,
      { shape: revokeShape, form: "{id}" },
      async ({ uid, board }, { id }) => doneOr(await invites.revoke(uid, board, id)),
    ),
  ];
}
