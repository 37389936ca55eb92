/** `GET /api/audit` for admins: pages of what admins and the server did, and all that a filter finds as CSV. */
import * as z from "zod/mini";
import { auditActions } from "#lib/audit-actions.ts";
import { csvLine } from "#lib/csv-line.ts";
import type { AuditPage as ShownPage } from "#lib/user-admin.ts";
import type { Audit } from "../../audit/audit.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { Log } from "../../log.ts";
import type { AuditNames } from "../../user-admin/audit-names.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const pageSize = 50;
const exportPageSize = 500;
/** Entries of before are in a file of their own: with an earlier `to`. */
const maxExported = 100_000;

const who = z.optional(z.string().check(z.minLength(1), z.maxLength(128)));
const filter = {
  actor: who,
  target: who,
  action: z.optional(z.enum(auditActions)),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
};
const pageQuery = z.strictObject({
  ...filter,
  before: z.optional(z.string().check(z.maxLength(100))),
});
const exportQuery = z.strictObject(filter);

type Filter = z.infer<typeof exportQuery>;

export function createAuditEndpoints(deps: {
  door: AdminDoor;
  audit: Pick<Audit, "add" | "list">;
  names: AuditNames;
  log: Log;
}): Endpoint[] {
  const { door, audit, names, log } = deps;

  async function page(
    asked: Filter,
    before: string | undefined,
    limit: number,
  ): Promise<ShownPage> {
    const { entries, next } = await audit.list({ ...asked, before, limit });
    return { entries: await names.withNames(entries), next: next ?? null };
  }

  async function* lines(asked: Filter): AsyncGenerator<string> {
    yield csvLine([
      "time",
      "actor",
      "actor name",
      "action",
      "target",
      "target name",
      "details",
      "undoes",
      "id",
    ]);
    let before: string | undefined;
    for (let count = 0; count < maxExported;) {
      // Each page begins where the one before it ended.
      // oxlint-disable-next-line no-await-in-loop
      const { entries, next } = await page(asked, before, exportPageSize);
      for (const entry of entries) {
        const details =
          Object.keys(entry.details).length === 0 ? "" : JSON.stringify(entry.details);
        const { at, actor, actorName, action, target, targetName, undoes, id } = entry;
        yield csvLine([at, actor, actorName, action, target, targetName, details, undoes, id]);
      }
      count += entries.length;
      if (next === null) return;
      before = next;
    }
    yield csvLine([`Cut after ${maxExported} entries: choose an earlier end for the ones before.`]);
  }

  return [
    door.get("/api/audit", pageQuery, async ({ before, ...asked }) =>
      Response.json(await page(asked, before, pageSize)),
    ),
    door.get("/api/audit/export", exportQuery, async (asked, admin) => {
      const details = Object.fromEntries(
        Object.entries(asked).filter(([, value]) => value !== undefined),
      ) as Record<string, string>;
      await audit.add({ actor: admin, action: "audit.export", details });
      return new Response(streamOf(lines(asked), log), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": 'attachment; filename="audit-log.csv"',
        },
      });
    }),
  ];
}

/** Who reads slowly is waited for; who leaves ends it. */
function streamOf(texts: AsyncGenerator<string>, log: Log): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        // The file is cut, and the browser says so.
        log.error({ err: error }, "the audit log could not be exported whole");
        controller.error(error);
      }
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
