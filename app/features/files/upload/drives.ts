/** The drives that files go into, as an upload needs them: one's own, and shared folders of others. */
import { callDrive } from "#app/live/drive/drive-call.ts";
import type { Drive } from "#app/live/drive/drive.ts";
import { openDrive } from "#app/live/drive/open-drive.ts";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { type DriveNode, readDriveNode } from "#lib/drive/node.ts";

export type Drives = {
  /** What lies in a folder and is not in the trash. @throws NoAnswerError; Error with a sentence */
  childrenOf(owner: string, folder: string): Promise<readonly DriveNode[]>;
  /** @throws NoAnswerError; Error with a sentence */
  act(owner: string, acts: readonly DriveAct[]): Promise<DriveActResult[]>;
  /** What others did meanwhile is looked up. Does not throw. */
  look(owner: string): Promise<void>;
  /** Files of one's own whose bytes are known and as many. */
  ownOfSize(sizeBytes: number): Promise<{ id: string; sha256: string }[]>;
  close(): void;
};

export function createDrives(uid: string): Drives {
  let opening: Promise<Drive> | undefined;

  /** With what this browser has of it at least. */
  async function own(): Promise<Drive> {
    opening ??= openDrive(uid).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    const drive = await opening;
    await new Promise<void>((resolve) => {
      const look = () => {
        if (drive.snapshot().status === "loading") return;
        end();
        resolve();
      };
      const end = drive.subscribe(look);
      look();
    });
    return drive;
  }

  return {
    async childrenOf(owner, folder) {
      if (owner !== uid) return sharedChildren(uid, owner, folder);
      return (await own()).snapshot().tree.childrenOf(folder);
    },
    async act(owner, acts) {
      if (owner === uid) return (await own()).act(acts);
      const { results } = await callDrive<{ results: DriveActResult[] }>(uid, "/api/drive/acts", {
        owner,
        acts,
      });
      return results;
    },
    async look(owner) {
      // Of others it is asked each time.
      if (owner === uid) await (await own()).refresh();
    },
    async ownOfSize(sizeBytes) {
      const { nodes, tree } = (await own()).snapshot();
      const found: { id: string; sha256: string }[] = [];
      for (const node of nodes.values()) {
        if (node.kind !== "file" || node.version.size !== sizeBytes) continue;
        const { sha256 } = node.version;
        if (sha256 !== null && !tree.isTrashed(node.id)) found.push({ id: node.id, sha256 });
      }
      return found;
    },
    close() {
      opening?.then(
        (drive) => drive.close(),
        () => {
          // It did not open, so there is nothing to close.
        },
      );
    },
  };
}

async function sharedChildren(uid: string, owner: string, folder: string): Promise<DriveNode[]> {
  const found: DriveNode[] = [];
  let after: string | undefined;
  do {
    const query = new URLSearchParams({ owner, id: folder });
    if (after !== undefined) query.set("after", after);
    // Each page says where the next one begins.
    // oxlint-disable-next-line no-await-in-loop
    const { nodes, next } = await callDrive<{ nodes: unknown[]; next?: string | null }>(
      uid,
      `/api/drive/folder?${query}`,
      undefined,
    );
    for (const fields of nodes) {
      const node = readDriveNode(fields);
      if (node) found.push(node);
    }
    after = next ?? undefined;
  } while (after !== undefined);
  return found;
}
