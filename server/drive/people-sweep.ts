/** What hangs on a folder that is gone: who was in it, and who was invited. Once a day, and when the folder goes. */
import { readDriveNode } from "#lib/drive/node.ts";
import { documentsIn, inPages } from "#lib/in-pages.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import { folderInvitesCollection } from "./invite-store.ts";
import { kindOfFolders, memberIn } from "./memberships.ts";

type SweepBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

export type FolderEnd = {
  /** Of a folder that says it is gone: then nobody comes into it any more. Can be done again. @throws BackendError */
  folderGone(owner: string, folder: string): Promise<void>;
  /** Of whoever has this address. @throws BackendError */
  forgetAddress(email: string): Promise<void>;
  jobKinds: JobKinds;
};

export function createFolderEnd(deps: {
  backend: SweepBackend;
  /** Milliseconds since 1970. */
  now: () => number;
}): FolderEnd {
  const { backend, now } = deps;

  async function forget(
    collection: string,
    where: Record<string, string>,
    isMeant: (document: StoredDocument) => boolean = () => true,
  ): Promise<number> {
    let forgotten = 0;
    const pages = inPages(({ limit, last }) =>
      backend.findDocuments(collection, { where, after: last?.id, limit }),
    );
    for await (const page of pages) {
      const meant = page.filter(isMeant);
      if (meant.length > 0) await backend.commit(meant.map(({ path }) => ({ delete: path })));
      forgotten += meant.length;
    }
    return forgotten;
  }

  async function folderGone(owner: string, folder: string): Promise<void> {
    await forget("memberships", { kind: kindOfFolders, id: folder, owner });
    await forget(folderInvitesCollection, { folder, by: owner });
  }

  async function isGone(owner: string, folder: string): Promise<boolean> {
    if (owner === "" || owner.includes("/") || folder === "" || folder.includes("/")) return true;
    const document = await backend.getDocument(`users/${owner}/files/${folder}`);
    return document === null || readDriveNode(document.data) === undefined;
  }

  async function sweep(signal: AbortSignal) {
    const invites = await forget(
      folderInvitesCollection,
      {},
      ({ data }) => Number(data["expiresAt"] ?? 0) <= now(),
    );
    let folders = 0;
    const looked = new Set<string>();
    const members = { collection: "memberships", where: { kind: kindOfFolders } };
    for await (const document of documentsIn(backend, members)) {
      signal.throwIfAborted();
      const { owner, folder } = memberIn(document);
      const place = `${owner} ${folder}`;
      if (looked.has(place)) continue;
      looked.add(place);
      if (!(await isGone(owner, folder))) continue;
      await folderGone(owner, folder);
      folders += 1;
    }
    return { invites, folders };
  }

  return {
    folderGone,
    async forgetAddress(email) {
      await forget(folderInvitesCollection, { email });
    },
    jobKinds: {
      "sweep-folder-people": {
        every: { ms: 24 * 3_600_000 },
        run: (_data, { signal }) => sweep(signal),
      },
    },
  };
}
