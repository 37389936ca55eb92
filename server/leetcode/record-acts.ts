/** Acts on several problems that are one commit: each has its entry in the audit log. */
import type { AuditAction } from "#lib/audit-actions.ts";
import { titleOf } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { Audit } from "../audit/audit.ts";
import type { Actor } from "../publishing/versions.ts";
import { eachOf } from "./each-of.ts";

export type ProblemAct = { action: AuditAction; id: string; fields: PlainFields };

/** Written down first, then done; what fails has an entry more. @throws what `run` throws; BackendError */
export async function recordActs(
  audit: Pick<Audit, "add">,
  acts: readonly ProblemAct[],
  actor: Actor,
  run: () => Promise<void>,
): Promise<void> {
  const entries = acts.map(({ action, id, fields }) => ({
    actor: actor.uid,
    action,
    details: { kind: "problems", id, title: titleOf("problems", id, fields) },
  }));
  const ids = await eachOf(entries, (entry) => audit.add(entry));
  try {
    await run();
  } catch (error) {
    const failed = entries.map(({ details, ...entry }, at) => ({
      ...entry,
      details: { ...details, failed: "It failed." },
      undoes: ids[at],
    }));
    await eachOf(failed, (entry) => audit.add(entry));
    throw error;
  }
}
