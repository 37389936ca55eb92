/**
 * `GET /api/sign-in-options`: what the sign-in form has to know before it is sent, for anyone. The auth service itself
 * tells it to nobody but admins.
 */
import * as z from "zod/mini";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { SignUpPolicy } from "#lib/sign-up-policy.ts";
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
  /** Who may make an account. */
  signUp: SignUpPolicy;
  /** By which one can sign in without a password, in the order in which they are offered. */
  providers: readonly { id: string; name: string }[];
  passkeys: boolean;
};

export function createSignInOptionsEndpoint(deps: {
  backend: Pick<ServerBackend, "authConfig">;
  sendsMail: boolean;
  policy: () => Promise<SignUpPolicy>;
  providers: () => SignInOptions["providers"] | Promise<SignInOptions["providers"]>;
  /** Whether browsers make any for the site's address. */
  passkeys: () => boolean;
  log: Log;
  now: () => number;
}): Endpoint {
  const { backend, sendsMail, passkeys, log, now } = deps;
  let kept: { until: number; options: Promise<SignInOptions> } | undefined;

  async function read(): Promise<SignInOptions> {
    // Signing in with a password needs none of this; a door that is closed refuses by itself.
    const [emailLink, signUp, providers] = await Promise.all([
      orElse(readEmailLink, false),
      orElse(deps.policy, "open"),
      orElse(async () => deps.providers(), []),
    ]);
    return { emailLink, sendsMail, signUp, providers, passkeys: passkeys() };
  }

  async function readEmailLink(): Promise<boolean> {
    const { email } = authConfig.parse(await backend.authConfig()).signIn ?? {};
    return email?.enabled === true && email.passwordRequired === false;
  }

  async function orElse<Value>(ask: () => Promise<Value>, otherwise: Value): Promise<Value> {
    try {
      return await ask();
    } catch (error) {
      log.error({ err: error }, "the settings of the sign-in service could not be read");
      return otherwise;
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
