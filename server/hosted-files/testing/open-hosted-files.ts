/** Files as at Firebase: the embedded backend counts nothing, and its rules see tokens as Google makes them. */
import type { Reservation } from "../reservation.ts";
import { reservationPath, toReservation } from "../reservation.ts";
import { createHostedFiles } from "../hosted-files.ts";
import type { HostedFiles } from "../hosted-files.ts";
import type { HostedServerBackend } from "../../backend-port/hosted.ts";
import { createHostedUsage } from "../../backend-port/hosted-usage.ts";
import { createObjectChanges } from "../../backend-port/object-changes.ts";
import { readRulesOfGoogle } from "../../../tests/support/firebase-stand-in-rules.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import type { LogEntry } from "../../../tests/support/log.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";

export type OpenHostedFiles = {
  site: ServedSite;
  backend: HostedServerBackend;
  /** Of one copy of the server. */
  files: HostedFiles;
  /** Another copy of it. */
  openFiles(changed?: Partial<HostedServerBackend>): HostedFiles;
  state: { nowMs: number };
  entries: LogEntry[];
  /** Puts an object as a client that names the reservation would have put it. */
  put(id: string | undefined, name: string, sizeBytes: number): Promise<void>;
  reservation(id: string): Promise<Reservation | undefined>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openHostedFiles(usualLimit: number | null): Promise<OpenHostedFiles> {
  const site = await serveSite({ rules: await readRulesOfGoogle() });
  const { log, entries } = recordingLog();
  const usualQuota = () => usualLimit;
  // Over the network it is the same, and slower: tests/e2e/hosted-files.spec.ts.
  const { tell, onObjectChange } = createObjectChanges(log);
  const backend: HostedServerBackend = {
    ...site.serverBackend,
    ...createHostedUsage(site.serverBackend, usualQuota),
    onObjectChange,
    tellObjectChange: tell,
  };
  const state = { nowMs: Date.now() };
  const openFiles = (changed: Partial<HostedServerBackend> = {}) =>
    createHostedFiles({
      backend: { ...backend, ...changed },
      usualQuota,
      tellObjectChange: backend.tellObjectChange,
      log,
      now: () => state.nowMs,
    });
  return {
    site,
    backend,
    files: openFiles(),
    openFiles,
    state,
    entries,
    async put(id, name, sizeBytes) {
      await backend.putObject(name, new Uint8Array(sizeBytes), {
        contentType: "application/octet-stream",
        ...(id !== undefined && { customMetadata: { reservation: id } }),
      });
    },
    async reservation(id) {
      const document = await backend.getDocument(reservationPath(id));
      return document === null ? undefined : toReservation(document);
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}
