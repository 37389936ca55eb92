/** What a command does to the site stands in the audit log before it is done, and again when it failed. */
import { randomUUID } from "node:crypto";
import { createAudit } from "../audit/audit.ts";
import type { Audit, NewAuditEntry } from "../audit/audit.ts";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import type { Command, CommandSite } from "./site-command.ts";

export type Act = Pick<NewAuditEntry, "action" | "target" | "details">;

export function auditOf({
  backend,
  now,
}: {
  backend: Parameters<typeof createAudit>[0]["backend"];
  now: number;
}): Audit {
  return createAudit({ backend, now: () => now, newId: randomUUID });
}

/** For what is done in the command's own process. @throws whatever `run` throws; BackendError as below */
export async function runWithEntry(
  audit: Audit,
  act: Act | undefined,
  run: () => Promise<void>,
): Promise<void> {
  if (act === undefined) return run();
  const entry: NewAuditEntry = { actor: "cli", ...act };
  const undoes = await audit.add(entry);
  try {
    await run();
  } catch (error) {
    // A file that cannot be read has a path, and a line that cannot be imported somebody's data.
    await audit.add({ ...entry, details: { ...act.details, failed: "It failed." }, undoes });
    throw error;
  }
}

/** @throws whatever the command throws; BackendError when the entry cannot be written, and then nothing is done */
export async function runKept(
  command: Command,
  site: CommandSite,
  input: CommandInput,
): Promise<CommandResult> {
  const act = await command.act?.(site, input);
  if (act === undefined) return command.run(site, input);
  const audit = auditOf(site);
  const entry: NewAuditEntry = { actor: "cli", ...act };
  const undoes = await audit.add(entry);
  const keepFailure = (failed: string) =>
    audit.add({ ...entry, details: { ...act.details, failed }, undoes });
  let result: CommandResult;
  try {
    result = await command.run(site, input);
  } catch (error) {
    await keepFailure(error instanceof Error ? error.message : String(error));
    throw error;
  }
  if (!result.ok) await keepFailure(result.lines.join(" "));
  return result;
}
