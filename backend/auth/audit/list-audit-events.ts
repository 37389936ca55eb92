/** `GET projects/{p}/auditEvents?pageSize&pageToken&uid`, newest first, for administrators. */
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString, readWholeNumber } from "../http/body.ts";
import { refusal } from "../errors.ts";

const MAX_PAGE = 1000;
const DEFAULT_PAGE = 100;

/** @throws INVALID_REQUEST, INVALID_PAGE_SELECTION */
export async function listAuditEvents(context: AuthContext, query: URLSearchParams) {
  const body: Body = Object.fromEntries(query);
  const limit = readWholeNumber(body, "pageSize", { min: 1, max: MAX_PAGE }) ?? DEFAULT_PAGE;
  const uid = readString(body, "uid");
  const page = readString(body, "pageToken") ?? "";
  if (!/^\d{0,15}$/.test(page)) throw refusal("INVALID_PAGE_SELECTION");
  const events = await context.sqlite.read("auth.auditEvents", {
    ...(uid !== undefined && { uid }),
    beforeNumber: page === "" ? Number.MAX_SAFE_INTEGER : Number(page),
    limit,
  });
  const last = events.at(-1);
  return {
    auditEvents: events.map(({ number, atMs, kind, uid, actor, network, details }) => ({
      eventId: String(number),
      time: new Date(atMs).toISOString(),
      kind,
      ...(uid !== null && { uid }),
      actor,
      ...(network !== null && { network }),
      details,
    })),
    ...(last !== undefined && events.length === limit && { nextPageToken: String(last.number) }),
  };
}
