/** What the services that speak on the wire have in common. */
export {
  type Authenticate,
  type Caller,
  CredentialError,
  type RequestFacts,
  type SignedIn,
} from "./caller.ts";
export { type HeldShare, createHeldChars } from "./held-chars.ts";
export { heldJsonResponse } from "./held-json.ts";
export { jsonResponse } from "./json-response.ts";
export { BadJsonError, parseJson } from "./parse-json.ts";
export { ANONYMOUS_BODY_BYTES, BodyTooLargeError, ServerBusyError, readBody } from "./read-body.ts";
