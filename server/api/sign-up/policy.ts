/** `GET` and `POST /api/sign-up-policy {policy}` for admins: who may make an account. */
import * as z from "zod/mini";
import type { ServerBackend } from "#lib/server-backend.ts";
import { signUpPolicies } from "#lib/sign-up-policy.ts";
import type { Audit } from "../../audit/audit.ts";
import { adminCaller } from "../../http/admin-caller.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { readSignUpPolicy, setSignUpPolicy } from "../../sign-up/sign-up-policy.ts";

const body = z.object({ policy: z.enum(signUpPolicies) });

export function createSignUpPolicyEndpoints(deps: {
  backend: Pick<
    ServerBackend,
    "verifyIdToken" | "getValue" | "getDocument" | "commit" | "authConfig" | "setAuthConfig"
  >;
  audit: Pick<Audit, "add">;
}): Endpoint[] {
  const { backend, audit } = deps;

  async function read({ request }: ApiRequest): Promise<Response> {
    const caller = await adminCaller(request, backend);
    if (caller instanceof Response) return caller;
    return Response.json({ policy: await readSignUpPolicy(backend) });
  }

  async function change({ request, body: text }: ApiRequest): Promise<Response> {
    const caller = await adminCaller(request, backend);
    if (caller instanceof Response) return caller;
    const parsed = body.safeParse(parseJson(text));
    if (!parsed.success)
      return apiError(400, "invalid-request", "Send {policy}: open, invite or closed.");
    const { policy } = parsed.data;
    const from = await readSignUpPolicy(backend);
    await audit.add({
      actor: caller.uid,
      action: "sign-up.change-policy",
      details: { from, to: policy },
    });
    await setSignUpPolicy(backend, policy);
    return Response.json({ policy });
  }

  const path = "/api/sign-up-policy";
  return [
    { method: "GET", path, maxBodyBytes: 0, answer: orUnavailable(read) },
    { method: "POST", path, maxBodyBytes: 1024, answer: orUnavailable(change) },
  ];
}
