/** `/api/invites` for admins: the list, a new one, and the end of one. The link of a new one is in its answer alone. */
import * as z from "zod/mini";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Audit } from "../../audit/audit.ts";
import { adminCaller } from "../../http/admin-caller.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { inviteLink } from "../../sign-up/invite-link.ts";
import { InviteError, inviteBounds } from "../../sign-up/invites.ts";
import type { Invites } from "../../sign-up/invites.ts";

const newInvite = z.object({
  label: z.string().check(z.maxLength(inviteBounds.label)),
  role: z.enum(["user", "editor"]),
  expiresAt: z.iso.datetime({ offset: true }),
  maxUses: z.int().check(z.gte(1), z.lte(inviteBounds.uses)),
});

const named = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

export function createInviteEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  invites: Pick<Invites, "create" | "list" | "revoke">;
  audit: Pick<Audit, "add">;
  origin: () => string;
}): Endpoint[] {
  const { backend, invites, audit, origin } = deps;

  const forAdmins = (work: (uid: string, body: unknown) => Promise<Response>) =>
    orUnavailable(async ({ request, body }: ApiRequest) => {
      const caller = await adminCaller(request, backend);
      return caller instanceof Response ? caller : work(caller.uid, parseJson(body));
    });

  async function create(by: string, body: unknown): Promise<Response> {
    const parsed = newInvite.safeParse(body);
    if (!parsed.success) {
      const text = `Send {label, role: user or editor, expiresAt, maxUses: 1 to ${inviteBounds.uses}}.`;
      return apiError(400, "invalid-request", text);
    }
    const { expiresAt, ...invite } = parsed.data;
    try {
      const { id, code } = await invites.create({ ...invite, expiresAt: new Date(expiresAt), by });
      const { label, role, maxUses } = invite;
      await audit.add({
        actor: by,
        action: "invite.create",
        details: { invite: id, label, role, maxUses, expiresAt },
      });
      return Response.json({ id, link: inviteLink(origin(), code) });
    } catch (error) {
      if (!(error instanceof InviteError)) throw error;
      return apiError(409, "no-such-invite", error.message);
    }
  }

  async function revoke(by: string, body: unknown): Promise<Response> {
    const parsed = named.safeParse(body);
    if (!parsed.success) return apiError(400, "invalid-request", "Send {id} of an invite.");
    const { id } = parsed.data;
    const invite = (await invites.list()).find((one) => one.id === id);
    if (invite === undefined) return apiError(404, "not-found", "There is no such invite.");
    await audit.add({
      actor: by,
      action: "invite.revoke",
      details: { invite: id, label: invite.label },
    });
    await invites.revoke(id);
    return new Response(null, { status: 204 });
  }

  return [
    {
      method: "GET",
      path: "/api/invites",
      maxBodyBytes: 0,
      answer: forAdmins(async () => Response.json({ invites: await invites.list() })),
    },
    { method: "POST", path: "/api/invites/create", maxBodyBytes: 4096, answer: forAdmins(create) },
    { method: "POST", path: "/api/invites/revoke", maxBodyBytes: 1024, answer: forAdmins(revoke) },
  ];
}
