/** `accounts:createAuthUri`, behind the SDK's `fetchSignInMethodsForEmail`: how somebody signs in, if that may be told. */
import { randomBytes } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import type { Client } from "../sessions/sessions.ts";
import { parseEmail } from "./account-fields.ts";
import type { Account } from "./account.ts";

const MAX_URI_CHARS = 2048;

export async function createAuthUri(context: AuthContext, body: Body, client: Client) {
  if (has(body, "providerId")) throw refusal("OPERATION_NOT_ALLOWED");
  const identifier = readString(body, "identifier") ?? "";
  if (identifier === "") throw refusal("MISSING_IDENTIFIER");
  const continueUri = readString(body, "continueUri") ?? "";
  if (continueUri === "") throw refusal("MISSING_CONTINUE_URI");
  if (continueUri.length > MAX_URI_CHARS || !URL.canParse(continueUri)) {
    throw refusal("INVALID_CONTINUE_URI");
  }
  const email = parseIdentifier(identifier);
  const answer = {
    kind: "identitytoolkit#CreateAuthUriResponse",
    sessionId: randomBytes(20).toString("base64url"),
  };
  // The same of everybody, without a look.
  if (context.config.current().emailPrivacy) return answer;

  context.limiter.take("signUp", { client: client.address });
  const account = await context.sqlite.read("auth.accountByEmail", email);
  const signinMethods = account === undefined ? [] : methodsOf(account);
  const allProviders = signinMethods.map((method) =>
    method === "emailLink" ? "password" : method,
  );
  return {
    ...answer,
    registered: account !== undefined,
    signinMethods,
    allProviders: [...new Set(allProviders)],
  };
}

function methodsOf({ passwordHash, emailLink, identities }: Account): string[] {
  return [
    ...(passwordHash === null ? [] : ["password"]),
    ...(emailLink ? ["emailLink"] : []),
    ...identities.map(({ providerId }) => providerId),
  ];
}

function parseIdentifier(text: string): string {
  try {
    return parseEmail(text);
  } catch {
    throw refusal("INVALID_IDENTIFIER");
  }
}
