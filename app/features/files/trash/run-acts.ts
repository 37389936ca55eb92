/** Many acts of a drive, one request after the other, with how far it is and a way to stop. */
import type { Drive } from "#app/live/drive/drive.ts";
import type { DriveAct, DriveActError } from "#lib/drive/acts.ts";
import { mostActs } from "#lib/drive/limits.ts";
import type { DriveNode } from "#lib/drive/node.ts";

export type ActsOutcome = {
  /** Ids of what was done; an act may be one of several of its node. */
  done: readonly string[];
  /** As they are now, of those that are still there. */
  nodes: readonly DriveNode[];
  failed: readonly { id: string; error: DriveActError }[];
  /** Not asked for: stopped, or no answer came before. */
  left: readonly DriveAct[];
  /** A sentence: why the rest was not asked for. Undefined where it was stopped. */
  problem: string | undefined;
};

/** What is done stays done, whatever comes after it. Does not throw. @param told acts that are over */
export async function runActs(
  drive: Pick<Drive, "act">,
  acts: readonly DriveAct[],
  { signal, told }: { signal?: AbortSignal; told?: (over: number) => void } = {},
): Promise<ActsOutcome> {
  const done: string[] = [];
  const nodes: DriveNode[] = [];
  const failed: { id: string; error: DriveActError }[] = [];
  for (let from = 0; from < acts.length; from += mostActs) {
    const left = acts.slice(from);
    if (signal?.aborted === true) return { done, nodes, failed, left, problem: undefined };
    const some = left.slice(0, mostActs);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that it can be stopped
      const results = await drive.act(some);
      for (const [index, { id }] of some.entries()) {
        const result = results[index];
        if (result === undefined) failed.push({ id, error: "changed" });
        else if ("error" in result) failed.push({ id, error: result.error });
        else {
          done.push(id);
          if (result.node !== null) nodes.push(result.node);
        }
      }
    } catch (error) {
      return { done, nodes, failed, left, problem: sentenceOf(error) };
    }
    told?.(from + some.length);
  }
  return { done, nodes, failed, left: [], problem: undefined };
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  return message === "" ? "The server gave no answer. Try again." : message;
}
