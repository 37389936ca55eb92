/** All that concerns who is in a shared folder, put together. docs/files.md */
import type { ServerBackend } from "#lib/server-backend.ts";
import { addressOf } from "../boards/invite-store.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import type { Notifier } from "../notifications/notify.ts";
import type { Access } from "./access.ts";
import { membersOf } from "./memberships.ts";
import { type PeopleActs, createPeopleActs } from "./people-acts.ts";
import { createFolderEnd } from "./people-sweep.ts";
import { type SharedListing, createSharedListing } from "./shared-listing.ts";
import type { DriveStore } from "./store.ts";
import { tellFolderPeopleJob } from "./tell-people.ts";

export type DrivePeople = {
  acts: PeopleActs;
  listing: SharedListing;
  /** Whom a change below these folders concerns, besides their owner. @throws BackendError */
  peopleOf(owner: string, folders: readonly string[]): Promise<string[]>;
  /** To be called once a folder says that it is gone; can be done again. @throws BackendError */
  folderGone(owner: string, folder: string): Promise<void>;
  jobKinds: JobKinds;
  /** What becomes of shared folders when an account goes. */
  ofAccounts: {
    leave: { folders: PeopleActs["accountEnds"] };
    forgetAddress(email: string): Promise<void>;
  };
};

export function createDrivePeople(deps: {
  backend: ServerBackend;
  access: Pick<Access, "of">;
  store: Pick<DriveStore, "update" | "readNode" | "childrenOf" | "everyBelow">;
  /** Tells browsers of these accounts to look. */
  ping: (uids: readonly string[]) => Promise<void>;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule">;
  notifier: Pick<Notifier, "notify">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): DrivePeople {
  const { backend, log } = deps;
  /** What was done is done: without it they look when they come back to their tab. */
  const ping = async (uids: readonly string[]) => {
    try {
      await deps.ping(uids);
    } catch (error) {
      log.warn({ err: error }, "accounts were not told that a shared folder has changed");
    }
  };
  const acts = createPeopleActs({ ...deps, ping });
  const end = createFolderEnd(deps);
  return {
    acts,
    listing: createSharedListing(deps),
    async peopleOf(owner, folders) {
      const members = await Promise.all(
        folders.map((folder) => membersOf(backend, { owner, folder })),
      );
      return [...new Set(members.flat().map(({ uid }) => uid))];
    },
    folderGone: (owner, folder) => end.folderGone(owner, folder),
    jobKinds: { ...end.jobKinds, ...tellFolderPeopleJob({ ...deps, ping }) },
    ofAccounts: {
      leave: { folders: (uid, folder) => acts.accountEnds(uid, folder) },
      forgetAddress: (email) => end.forgetAddress(addressOf(email)),
    },
  };
}
