/**
 * `GET /api/sign-in-options`: what the sign-in form has to know before it is sent, for anyone. The auth service itself
 * tells it to nobody but admins.
 */
import * as z from "zod/mini";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { Log } from "../../log.ts";

const keptForMs = 5000;

/** The part of Identity Toolkit's configuration that is asked for. */
const authConfig = z.object({
  signIn: z.optional(
    z.object({
      email: z.optional(
        z.object({ enabled: z.optional(z.boolean()), passwordRequired: z.optional(z.boolean()) }),
      ),
    }),
  ),
});

type SignInOptions = {
  /** Whether one can sign in by a link in a mail. */
  emailLink: boolean;
  /** False: mails wait until an admin hands them on. */
  sendsMail: boolean;
};

export function createSignInOptionsEndpoint(deps: {
  backend: Pick<ServerBackend, "authConfig">;
  sendsMail: boolean;
  log: Log;
  now: () => number;
}): Endpoint {
  const { backend, sendsMail, log, now } = deps;
  let kept: { until: number; options: Promise<SignInOptions> } | undefined;

  async function read(): Promise<SignInOptions> {
    try {
      const { email } = authConfig.parse(await backend.authConfig()).signIn ?? {};
      return { emailLink: email?.enabled === true && email.passwordRequired === false, sendsMail };
    } catch (error) {
      // Signing in with a password needs none of this.
      log.error({ err: error }, "the settings of the sign-in service could not be read");
      return { emailLink: false, sendsMail };
    }
  }

  return {
    method: "GET",
    path: "/api/sign-in-options",
    maxBodyBytes: 0,
    async answer() {
      if (kept === undefined || kept.until <= now()) {
        kept = { until: now() + keptForMs, options: read() };
      }
      return Response.json(await kept.options);
    },
  };
}
