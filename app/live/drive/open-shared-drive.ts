import type { DriveActResult } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { ApiError } from "../api.ts";
import { afterMs, pageWakes } from "../journals/looking.ts";
import { callDrive } from "./drive-call.ts";
import { createDatabasePing } from "./drive-ping.ts";
import { folderPage } from "./people-api.ts";
import { DeniedError, type Seen, type SharedDrive, createSharedDrive } from "./shared-drive.ts";

/** @param uid who looks @param seen of the folders of this owner that were shown before */
export function openSharedDrive(
  uid: string,
  owner: string,
  { folder, seen }: { folder: string; seen: Map<string, Seen> },
): SharedDrive {
  return createSharedDrive({
    folder,
    seen,
    read: (id, signal) => readFolder(owner, id, signal),
    async call(acts, options) {
      const answer = await callDrive<{ results: DriveActResult[] }>(
        uid,
        "/api/drive/acts",
        { owner, acts },
        options,
      );
      return answer.results;
    },
    wakes: [...pageWakes, createDatabasePing(uid)],
    after: afterMs,
    textOf: (error) =>
      error instanceof Error && error.message !== ""
        ? error.message
        : "The folder could not be looked at. Try again in a moment.",
  });
}

async function readFolder(owner: string, id: string, signal: AbortSignal) {
  const children: DriveNode[] = [];
  let after: string | undefined;
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
      const { nodes, next, ...page } = await folderPage({ owner, id, after }, signal);
      children.push(...nodes);
      if (next === null) return { page, children };
      after = next;
    } catch (error) {
      if (error instanceof ApiError && error.code === "not-found") {
        throw new DeniedError(error.message);
      }
      throw error;
    }
  }
}
