/**
 * Changes a drive until it is killed: moves, copies, deletions and what follows of them. Its standard input is JSON: `round`.
 * A line `a id` says that a file is in the drive, `g id` that it is deleted for good, `b object` that a member has brought one.
 */
import { readFileSync, writeSync } from "node:fs";
import { createBackend } from "#backend";
import type { DriveAct } from "#lib/drive/acts.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { folderMembershipPath } from "../../server/drive/access.ts";
import { newDriveId } from "../../server/drive/new-id.ts";
import { openDrives } from "../../server/drive/testing/open-drives.ts";
import { createLog } from "../../server/log.ts";

const [dataDir = ""] = process.argv.slice(2);
const { round } = JSON.parse(readFileSync(0, "utf8")) as { round: number };
const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
const log = createLog("silent");
const [owner, member] = ["ann", "bob"];

/** One of two servers, which know nothing of each other. */
async function work(name: string): Promise<never> {
  const serverBackend = createEmbeddedServerBackend(backend, { projectId: "kill", log });
  const drives = openDrives({ backend: serverBackend, log, now: Date.now });
  const must = async (act: DriveAct) => {
    const result = await drives.act(owner, act);
    if (typeof result === "string") throw new Error(`${act.act}: ${result}`);
  };
  for (let step = 0; ; step += 1) {
    // oxlint-disable no-await-in-loop -- each waits for the one before
    const [top, other] = [newDriveId(), newDriveId()];
    const named = `${round} ${name} ${step}`;
    await must({ act: "make-folder", id: top, parent: "", name: named });
    await must({ act: "make-folder", id: other, parent: top, name: "other" });
    const files = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const id = newDriveId();
        const object = await drives.put(owner, `${named} ${index}`);
        const file = { act: "add-file", parent: top, sha256: null } as const;
        await must({ ...file, id, object, name: `${named} ${index}` });
        writeSync(1, `a ${id}\n`);
        return id;
      }),
    );
    const data = { kind: "folders", id: other, uid: member, owner, role: "member" };
    await serverBackend.commit([{ set: folderMembershipPath(other, member), data }]);
    const brought = await drives.put(member, `${named} brought`);
    const bring = { act: "add-file", parent: other, sha256: null, name: "brought" } as const;
    await drives.acts.run(member, owner, [{ ...bring, id: newDriveId(), object: brought }]);
    writeSync(1, `b ${brought}\n`);
    const [kept = "", ...rest] = files;
    await must({ act: "move", id: kept, parent: other });
    const copies = rest.map((from, index) => ({ from, id: newDriveId(), name: `copy ${index}` }));
    await drives.acts.run(
      owner,
      owner,
      copies.map((copy) => ({ act: "copy-file", object: newDriveId(), parent: other, ...copy })),
    );
    await must({ act: "move", id: kept, parent: "" });
    await must({ act: "trash", id: top });
    await must({ act: "delete-for-ever", id: top });
    for (const id of rest) writeSync(1, `g ${id}\n`);
    if (step % 2 === 0) await drives.purge.run(owner);
    // oxlint-enable no-await-in-loop
  }
}

await Promise.all([work("one"), work("two")]);
