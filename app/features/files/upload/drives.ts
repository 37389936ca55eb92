/** The drives that files go into, as an upload needs them: one's own, and shared folders of others. */
import { callDrive } from "#app/live/drive/drive-call.ts";
import type { Drive } from "#app/live/drive/drive.ts";
import { openDrive } from "#app/live/drive/open-drive.ts";
import { NoAnswerError } from "#app/live/outbox/outbox.ts";
import { tokenOf } from "#app/live/token-of.ts";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { type DriveNode, readDriveNode } from "#lib/drive/node.ts";

const answerTimeoutMs = 30_000;

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
    const { nodes, next } = (await ask(uid, `/api/drive/folder?${query}`)) as {
      nodes: unknown[];
      next?: string | null;
    };
    for (const fields of nodes) {
      const node = readDriveNode(fields);
      if (node) found.push(node);
    }
    after = next ?? undefined;
  } while (after !== undefined);
  return found;
}

async function ask(uid: string, path: string): Promise<unknown> {
  const first = await get(path, await tokenOf(uid, false));
  // The token may have been of before a change of the account.
  const answer = first.status === 401 ? await get(path, await tokenOf(uid, true)) : first;
  const { status, text } = answer;
  if (status >= 200 && status < 300) return JSON.parse(text);
  if (status === 403 || status === 404)
    throw new Error("The folder is not there, or not shared with you any more.");
  throw new NoAnswerError(`The server answered ${status}.`);
}

async function get(path: string, token: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(path, {
      headers: { Authorization: `Bearer ${token}` },
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new NoAnswerError("There was no answer.", { cause });
  }
}
