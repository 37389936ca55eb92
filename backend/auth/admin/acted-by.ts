import type { AdminCall } from "../http/admin-routes.ts";
import type { ActedBy } from "../audit/audit-events.ts";

/** An administrator, for the audit. The server itself comes over no network. */
export function actedBy({ actor, client }: Pick<AdminCall, "actor" | "client">): ActedBy {
  return { actor, network: actor === "server" ? null : client.address };
}
