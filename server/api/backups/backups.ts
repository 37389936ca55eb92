/** `/api/backups` for admins: what there is, and what can be done with it. Firebase has back-ups of its own. */
import * as z from "zod/mini";
import type { BackupsView } from "#lib/backups.ts";
import type { AuditAction } from "#lib/audit-actions.ts";
import type { Audit } from "../../audit/audit.ts";
import { recordAct } from "../../audit/record-act.ts";
import type { BackupJobs } from "../../backups/backup-jobs.ts";
import type { Backups } from "../../backups/backups.ts";
import { readBackupName } from "../../backups/backup-folder.ts";
import type { DownloadDesk } from "../../backups/download-desk.ts";
import { keyFileText } from "../../backups/engine.ts";
import { apiError } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { Log } from "../../log.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const nothing = z.strictObject({});
const named = z.strictObject({
  name: z.string().check(z.refine((name) => readBackupName(name) !== undefined)),
});
const drillBody = z.strictObject({ name: z.optional(named.shape.name) });
const keyBody = z.strictObject({ act: z.enum(["show", "saved", "change"]) });
const settingsBody = z.strictObject({
  nightlyMinute: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1439)))),
  encrypt: z.optional(z.boolean()),
});

const atFirebase =
  "Firebase keeps the data, and has back-ups of its own: scheduled ones of Firestore and of the Realtime Database, and versions of files in Cloud Storage. Set them up in its console.";

export function createBackupEndpoints(deps: {
  door: AdminDoor;
  audit: Pick<Audit, "add">;
  backups: Backups;
  jobs: Pick<BackupJobs, "nextAt" | "schedule">;
  desk: Pick<DownloadDesk, "issue">;
  log: Log;
}): Endpoint[] {
  const { door, audit, backups, jobs, desk, log } = deps;
  const record = <Result>(
    actor: string,
    action: AuditAction,
    details: Record<string, string | number | boolean>,
    run: () => Promise<Result>,
  ) => recordAct(audit, { actor, action, details }, run);
  const view = async () => Response.json(await backups.view(await jobs.nextAt()));

  /** Begins it; how it goes on is in the list. Its failure is kept and logged where it is made. */
  function begin(run: () => Promise<unknown>): void {
    run().catch((error: unknown) => log.debug({ err: error }, "what an admin began has failed"));
  }

  /** While one is under way nothing else begins. */
  async function ifFree(run: () => Promise<Response>): Promise<Response> {
    const running = backups.running();
    if (running === null) return run();
    const what = running.what === "backup" ? "A back-up" : "A drill";
    return apiError(409, "busy", `${what} is under way. Wait for its end, or cancel it.`);
  }

  const recent = { needsRecentSignIn: () => true };
  return [
    door.get("/api/backups", nothing, view),
    door.post("/api/backups/now", nothing, (_body, admin) =>
      ifFree(() =>
        record(admin, "backup.make", {}, async () => {
          begin(() => backups.make({ why: "asked" }));
          return view();
        }),
      ),
    ),
    door.post("/api/backups/cancel", nothing, async () =>
      backups.cancel() ? Response.json({}) : apiError(409, "refused", "Nothing is under way."),
    ),
    door.post("/api/backups/drill", drillBody, ({ name }, admin) =>
      ifFree(() =>
        record(admin, "backup.drill", name === undefined ? {} : { name }, async () => {
          begin(() => backups.drill({ name }));
          return view();
        }),
      ),
    ),
    door.post(
      "/api/backups/key",
      keyBody,
      async ({ act }, admin) => {
        if (act === "saved") {
          await backups.keySaved();
          return view();
        }
        const action = act === "show" ? "backup.show-key" : "backup.change-key";
        return record(admin, action, {}, async () => {
          if (act === "change") await backups.changeKey();
          return Response.json({ text: keyFileText(await backups.keys()) });
        });
      },
      { needsRecentSignIn: ({ act }) => act !== "saved" },
    ),
    door.post(
      "/api/backups/delete",
      named,
      ({ name }, admin) =>
        ifFree(() =>
          record(admin, "backup.delete", { name }, async () =>
            (await backups.remove(name)) ? view() : gone(name),
          ),
        ),
      recent,
    ),
    door.post(
      "/api/backups/download",
      named,
      async ({ name }, admin) => {
        const found = await backups.list();
        if (!found.some((one) => one.name === name)) return gone(name);
        return record(admin, "backup.download", { name }, async () =>
          Response.json(desk.issue(admin, name)),
        );
      },
      recent,
    ),
    door.post(
      "/api/backups/settings",
      settingsBody,
      ({ nightlyMinute, encrypt }, admin) => {
        const details = {
          ...(nightlyMinute !== undefined && { nightly: nightlyMinute ?? "off" }),
          ...(encrypt !== undefined && { encrypt }),
        };
        return record(admin, "backup.change-settings", details, async () => {
          await backups.changeSettings({
            ...(nightlyMinute !== undefined && { nightlyMinute }),
            ...(encrypt !== undefined && { encrypt }),
          });
          await jobs.schedule();
          return view();
        });
      },
      { needsRecentSignIn: ({ encrypt }) => encrypt === false },
    ),
  ];
}

/** The same addresses, which say where to look instead. */
export function createHostedBackupEndpoints(door: AdminDoor): Endpoint[] {
  const any = z.record(z.string(), z.unknown());
  const acts = ["now", "cancel", "drill", "key", "delete", "download", "settings"] as const;
  return [
    door.get("/api/backups", nothing, async () =>
      Response.json({ isHosted: true } satisfies BackupsView),
    ),
    ...acts.map((act) =>
      door.post(`/api/backups/${act}`, any, async () => apiError(501, "not-here", atFirebase)),
    ),
  ];
}

function gone(name: string): Response {
  return apiError(404, "not-found", `There is no back-up ${name} any more. Load the list again.`);
}
