import { randomUUID } from "node:crypto";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { type DriveNode, objectNameOf } from "#lib/drive/node.ts";
import { makeTree } from "#lib/drive/tree.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createJobs } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Log } from "../../log.ts";
import { createAccess } from "../access.ts";
import { createDriveActs } from "../acts.ts";
import { createAdopt } from "../adopt.ts";
import { createCopyObject } from "../copy-object.ts";
import { newDriveId } from "../new-id.ts";
import { createDrivePurge } from "../purge.ts";
import { createDriveStore } from "../store.ts";
import { driveSweep } from "../sweep.ts";

/** The tree of drives as one process of the server has it; without links and people. */
export function openDrives(deps: {
  backend: ServerBackend;
  log: Log;
  reservations?: Parameters<typeof createCopyObject>[0]["reservations"];
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  const { backend, now } = deps;
  const forgotten: string[] = [];
  const changed: string[] = [];
  const store = createDriveStore({ backend, now });
  const tell = (owner: string) => void changed.push(owner);
  const purge = createDrivePurge({
    ...deps,
    store,
    changed: tell,
    jobs: () => jobs,
    forget: async (_owner, ids) => void forgotten.push(...ids),
  });
  const adopt = createAdopt({ backend, store, changed: tell, now });
  const jobs: Jobs = createJobs({
    ...deps,
    newId: randomUUID,
    kinds: {
      ...purge.jobKinds,
      ...driveSweep({ ...deps, store, purge, adopt, also: async () => {} }),
    },
  });
  const copyObject = createCopyObject(deps);
  const acts = createDriveActs({
    ...deps,
    store,
    copyObject,
    changed: tell,
    purgeSoon: (owner) => purge.soon(owner),
  });
  return {
    access: createAccess({ backend, store }),
    acts,
    adopt,
    changed,
    forgotten,
    jobs,
    purge,
    store,
    /** By the owner. @returns the node, or the error */
    async act(owner: string, act: DriveAct): Promise<DriveNode | string | null> {
      const [result] = await acts.run(owner, owner, [act]);
      return said(result);
    },
    async put(owner: string, text: string, object = newDriveId()): Promise<string> {
      await backend.putObject(objectNameOf(owner, object), Buffer.from(text), {
        contentType: "text/plain",
      });
      return object;
    },
    async tree(owner: string) {
      const nodes: DriveNode[] = [];
      const gone = new Set<string>();
      for await (const page of store.everyEntry(owner)) {
        for (const entry of page) {
          if ("node" in entry) nodes.push(entry.node);
          else gone.add(entry.gone.id);
        }
      }
      return { nodes, gone, tree: makeTree(nodes, gone) };
    },
    /** Names below `users/{owner}/`. */
    async objects(owner: string): Promise<string[]> {
      const names = await Promise.all(
        ["files", "thumbs"].map((place) => backend.listObjects(`users/${owner}/${place}/`)),
      );
      return names
        .flatMap((page) => page.names)
        .map((name) => name.slice(`users/${owner}/`.length));
    },
  };
}

export type OpenDrives = ReturnType<typeof openDrives>;

export function said(result: DriveActResult | undefined): DriveNode | string | null {
  if (result === undefined) return "nothing";
  if ("node" in result) return result.node;
  return result.name === undefined ? result.error : `${result.error}: ${result.name}`;
}
