/** Where a link leads on to: to a page of this site only, so that no mail of ours leads to a stranger's. */
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";

const MAX_CHARS = 2048;

/** @throws INVALID_CONTINUE_URI, UNAUTHORIZED_DOMAIN */
export function readContinueUrl(context: AuthContext, body: Body): string | undefined {
  const text = readString(body, "continueUrl");
  if (text === undefined || text === "") return undefined;
  const url = text.length > MAX_CHARS ? null : URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refusal("INVALID_CONTINUE_URI", "A continue URL is an absolute http or https address.");
  }
  if (context.actionUrl === undefined || url.origin !== new URL(context.actionUrl()).origin) {
    throw refusal("UNAUTHORIZED_DOMAIN", "A continue URL leads to a page of this site.");
  }
  return url.href;
}
