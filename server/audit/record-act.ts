import { UserChangeError } from "../accounts/user-change-error.ts";
import type { Audit, NewAuditEntry } from "./audit.ts";

/**
 * What has its entry first, so that what cannot be written down does not happen, and another one when it failed.
 * @throws whatever `run` throws; BackendError
 */
export async function recordAct<Result>(
  audit: Pick<Audit, "add">,
  entry: NewAuditEntry,
  run: (id: string) => Promise<Result>,
): Promise<Result> {
  const id = await audit.add(entry);
  try {
    return await run(id);
  } catch (error) {
    // The texts of other errors may say more than the log should keep.
    const failed = error instanceof UserChangeError ? error.message : "It failed.";
    await audit.add({ ...entry, details: { ...entry.details, failed }, undoes: id });
    throw error;
  }
}
