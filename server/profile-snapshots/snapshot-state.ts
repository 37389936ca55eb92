/** What the server alone keeps beside the snapshots: `server/snapshotErrors` and `server/snapshotMemory`, by source. */
import * as z from "zod/mini";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ProfileId } from "#lib/profile-user.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";

const problem = z.object({
  /** Whose page it was. */
  user: z.string(),
  /** RFC 3339, UTC. */
  at: z.string(),
  /** A sentence for people. */
  message: z.string(),
  /** In a row. */
  failures: z.number(),
  nextTryAt: z.string(),
  /** The site itself said when: it is not asked before, by nobody. */
  isLimit: z.boolean(),
});

/** Why the last reading failed. */
export type SnapshotProblem = z.infer<typeof problem>;

const errorsPath = "server/snapshotErrors";
const memoryPath = "server/snapshotMemory";
const maxMemoryChars = 100_000;

type StateBackend = Pick<ServerBackend, "getDocument">;

/** Null when it went well. @throws BackendError */
export async function readProblem(
  backend: StateBackend,
  id: ProfileId,
): Promise<SnapshotProblem | null> {
  const stored = await backend.getDocument(errorsPath);
  return problem.safeParse(stored?.data[id]).data ?? null;
}

const memory = z.object({ user: z.string(), memory: z.record(z.string(), z.unknown()) });

/** Empty when it is of another user. @throws BackendError */
export async function readMemory(
  backend: StateBackend,
  id: ProfileId,
  user: string,
): Promise<PlainFields> {
  const stored = await backend.getDocument(memoryPath);
  const known = memory.safeParse(stored?.data[id]).data;
  return known?.user === user ? (known.memory as PlainFields) : {};
}

export function problemWrite(id: ProfileId, value: SnapshotProblem | null): Write {
  return { update: errorsPath, data: { [id]: value } };
}

/** What is too much is not kept: the next reading asks for all of it. */
export function memoryWrite(id: ProfileId, user: string, kept: PlainFields): Write {
  const isSmall = JSON.stringify(kept).length <= maxMemoryChars;
  return { update: memoryPath, data: { [id]: { user, memory: isSmall ? kept : {} } } };
}
