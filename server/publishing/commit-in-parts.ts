/** Writes that do not need each other, where they are more than a store takes in one commit. */
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";

/**
 * In their order, all at once where the store takes that.
 * @param groups the writes of one are never parted
 * @throws BackendError; what was committed before it stays
 */
export async function commitInParts(
  backend: Pick<ServerBackend, "commit">,
  groups: readonly (readonly Write[])[],
): Promise<void> {
  const writes = groups.flat();
  if (writes.length === 0) return;
  try {
    await backend.commit(writes);
  } catch (error) {
    if (!isTooMuchAtOnce(error) || groups.length === 1) throw error;
    const half = Math.ceil(groups.length / 2);
    await commitInParts(backend, groups.slice(0, half));
    await commitInParts(backend, groups.slice(half));
  }
}

/** Too much work is said by the one; too many writes or bytes by the other, which may have other causes, too. */
const refusals = ["RESOURCE_EXHAUSTED", "INVALID_ARGUMENT"];

function isTooMuchAtOnce(error: unknown): boolean {
  return error instanceof BackendError && refusals.includes(error.status);
}
