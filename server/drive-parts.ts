/** Drives' side of the server, the same on both backends: their tree, their bytes and their people. docs/files.md */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { SharedThings } from "./account-data/leave-shared.ts";
import { createDriveActEndpoints } from "./api/drive/acts.ts";
import { createDrivePeopleEndpoints } from "./api/drive/people.ts";
import { type DriveByteParts, createDriveByteParts } from "./drive-byte-parts.ts";
import { createAccess } from "./drive/access.ts";
import { createDriveActs } from "./drive/acts.ts";
import { createAdopt } from "./drive/adopt.ts";
import { type ReserveCopy, createCopyObject } from "./drive/copy-object.ts";
import { createOpenDrive } from "./drive/open-drive.ts";
import { createDrivePeople } from "./drive/people.ts";
import { createDrivePing } from "./drive/ping.ts";
import { createDrivePurge } from "./drive/purge.ts";
import { createDriveStore } from "./drive/store.ts";
import { driveSweep } from "./drive/sweep.ts";
import type { Shrink } from "./drive/thumbs.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Notifier } from "./notifications/notify.ts";

export type DriveParts = Pick<DriveByteParts, "sharedLinks" | "withDrives"> & {
  endpoints: Endpoint[];
  jobKinds: JobKinds;
  /** What becomes of shared folders when an account goes. */
  ofAccounts: SharedThings;
  close(): Promise<void>;
};

export function createDriveParts(deps: {
  backend: ServerBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "get">;
  notifier: Pick<Notifier, "notify">;
  shrink: Shrink;
  sendsMail: () => boolean;
  origin: () => string;
  /** See `createTickets`. */
  secret?: string;
  knowsTypes: boolean;
  /** Where the server counts itself what an account has: at Firebase. */
  reservations?: { reserve: ReserveCopy; settle(id: string): Promise<void> };
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): DriveParts {
  const { backend, reservations, log, now } = deps;
  const store = createDriveStore({ backend, now });
  const access = createAccess({ backend, store });
  const ping = createDrivePing({
    ...deps,
    store,
    peopleOf: (owner, folders) => people.peopleOf(owner, folders),
  });
  const changed: typeof ping.changed = (owner, folders) => ping.changed(owner, folders);
  const people = createDrivePeople({ ...deps, store, access, ping: (uids) => ping.ping(uids) });
  const bytes = createDriveByteParts({
    ...deps,
    store,
    access,
    changed: (owner) => ping.ping([owner]),
  });
  const purge = createDrivePurge({
    ...deps,
    backend: { ...backend, deleteObject },
    store,
    changed,
    async forget(owner, ids) {
      await bytes.forgetLinks(owner, ids);
      for (const id of ids) {
        // oxlint-disable-next-line no-await-in-loop -- few are shared
        await people.folderGone(owner, id);
      }
    },
  });
  const adopt = createAdopt({ backend, store, changed, now });
  const open = createOpenDrive({ store, adopt, log, now });
  const acts = createDriveActs({
    backend: { ...backend, deleteObject },
    store,
    copyObject: createCopyObject({ backend, reservations }),
    changed,
    purgeSoon: (owner) => purge.soon(owner),
    log,
    now,
  });

  /** What it took is free at once. */
  async function deleteObject(name: string): Promise<boolean> {
    if (reservations === undefined) return backend.deleteObject(name);
    const reservation = (await backend.getObject(name))?.customMetadata["reservation"];
    const wasThere = await backend.deleteObject(name);
    if (reservation !== undefined) await reservations.settle(reservation);
    return wasThere;
  }

  return {
    endpoints: [
      ...createDriveActEndpoints({ backend, acts, open, now }),
      ...bytes.endpoints,
      ...createDrivePeopleEndpoints({ backend, people, now }),
    ],
    jobKinds: {
      ...purge.jobKinds,
      ...people.jobKinds,
      ...driveSweep({ backend, store, purge, adopt, also: () => bytes.sweep(), log, now }),
    },
    ofAccounts: people.ofAccounts,
    sharedLinks: bytes.sharedLinks,
    withDrives: (tickets) => bytes.withDrives(tickets),
    async close() {
      await open.close();
      await ping.close();
    },
  };
}

/** Things of several rooms, as one. */
export function allShared(...rooms: readonly SharedThings[]): SharedThings {
  return {
    leave: Object.assign({}, ...rooms.map(({ leave }) => leave)),
    async forgetAddress(email) {
      await Promise.all(rooms.map((room) => room.forgetAddress(email)));
    },
    async forgetAccount(uid) {
      await Promise.all(rooms.map(async (room) => room.forgetAccount?.(uid)));
    },
  };
}
