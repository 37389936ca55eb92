/** `GET /api/jobs` for admins: what the server does later or has done; `POST /api/jobs/retry` for what failed. */
import * as z from "zod/mini";
import type { JobPage, JobRow } from "#lib/user-admin.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { apiError } from "../../http/answer.ts";
import { isJobId } from "../../jobs/job-document.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { UserActs } from "../../user-admin/user-acts.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const pageSize = 50;
const id = z.string().check(z.refine(isJobId));
/** `next` of a page: an instant and an id. */
const cursor = z
  .string()
  .check(z.refine((text) => /^[\d:.TZ-]+\|/.test(text) && isJobId(text.replace(/^.*?\|/u, ""))));
const listQuery = z.strictObject({
  state: z.optional(z.enum(["waiting", "running", "done", "failed"])),
  after: z.optional(cursor),
});

export function createJobEndpoints(deps: {
  door: AdminDoor;
  jobs: Pick<Jobs, "list" | "retry">;
  acts: Pick<UserActs, "record">;
}): Endpoint[] {
  const { door, jobs, acts } = deps;
  return [
    door.get("/api/jobs", listQuery, async ({ state, after }) => {
      const found = await jobs.list({ state, after, limit: pageSize });
      const rows: JobRow[] = found.jobs.map((job) => ({
        id: job.id,
        kind: job.kind,
        state: job.state,
        dueAt: job.dueAt,
        attempt: job.attempt,
        error: job.error,
        createdAt: job.createdAt,
        finishedAt: job.finishedAt,
        isRecurring: job.isRecurring,
      }));
      return Response.json({ jobs: rows, next: found.next ?? null } satisfies JobPage);
    }),
    door.post("/api/jobs/retry", z.strictObject({ id }), async ({ id: job }, admin) => {
      const entry = { action: "job.retry", details: { job } } as const;
      const { isTaken } = await acts.record({ uid: admin }, entry, async () => ({
        isTaken: await jobs.retry(job),
      }));
      if (isTaken) return Response.json({});
      return apiError(409, "refused", "This job is not one that failed. Load the list again.");
    }),
  ];
}
