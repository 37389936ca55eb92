/** `POST /api/link-checks/now`, for editors: the links of one document, at once. */
import * as z from "zod/mini";
import { contentId } from "#lib/documents/parts.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { checkedKinds, OfflineError } from "../../link-checks/link-checks.ts";
import type { LinkChecks } from "../../link-checks/link-checks.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const body = z.strictObject({
  kind: z.enum(checkedKinds),
  id: contentId,
});

export function createLinkCheckEndpoint(deps: {
  editors: AdminDoor;
  checks: Pick<LinkChecks, "checkOne">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint {
  const { editors, checks, now } = deps;
  const limit = createRateLimit({ burst: 10, perMinute: 4, now });
  return editors.post("/api/link-checks/now", body, async ({ kind, id }, editor) => {
    const wait = limit.take(editor);
    if (wait > 0) return tooManyRequests(wait);
    try {
      const result = await checks.checkOne(kind, id);
      if (result !== undefined) return Response.json(result);
    } catch (error) {
      if (!(error instanceof OfflineError)) throw error;
      return apiError(503, "offline", error.message);
    }
    return apiError(
      404,
      "not-found",
      "There is nothing to look at: it has been deleted meanwhile.",
    );
  });
}
