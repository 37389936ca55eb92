/** Forgets entries of the audit log after three years: nothing that names people is kept for ever. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { auditCollection, idOfTime } from "./audit.ts";

const keptMs = 3 * 365 * 86_400_000;
const pageSize = 200;

/** @throws BackendError */
export async function sweepAudit(
  backend: Pick<ServerBackend, "findDocuments" | "commit">,
  nowMs: number,
  signal: AbortSignal,
): Promise<number> {
  let forgotten = 0;
  for (;;) {
    signal.throwIfAborted();
    const order = { field: "id", upTo: idOfTime(nowMs - keptMs) };
    // oxlint-disable-next-line no-await-in-loop -- what is deleted is not found again
    const page = await backend.findDocuments(auditCollection, { order, limit: pageSize });
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (page.length > 0) await backend.commit(page.map(({ path }) => ({ delete: path })));
    forgotten += page.length;
    if (page.length < pageSize) return forgotten;
  }
}
