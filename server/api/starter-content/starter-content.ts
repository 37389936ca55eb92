/**
 * For admins: `GET /api/starter-content` lists what of the starter is still there, `POST …/clear` removes all of it and
 * answers of how many documents;
 * `GET /api/first-steps` says how far the site is their own, `POST …/dismiss` puts the list away or brings it back.
 */
import * as z from "zod/mini";
import { firstStepsDocument } from "#lib/first-steps.ts";
import type { StarterDocument } from "#lib/first-steps.ts";
import { titleOf } from "#lib/content/kinds.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import type { Audit } from "../../audit/audit.ts";
import { recordAct } from "../../audit/record-act.ts";
import { readFirstSteps } from "../../content/first-steps.ts";
import {
  clearStarterContent,
  listLeftovers,
  listStarterContent,
} from "../../content/starter-content.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { apiError } from "../../http/answer.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

export function createStarterContentEndpoints(deps: {
  door: AdminDoor;
  backend: Pick<ServerBackend, "getDocument" | "listDocuments" | "findDocuments" | "commit">;
  audit: Pick<Audit, "add">;
  isHosted: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { door, backend, audit, isHosted, now } = deps;
  const nothing = z.strictObject({});

  async function found(): Promise<StarterDocument[]> {
    const [whole, rest] = await Promise.all([listStarterContent(backend), listLeftovers(backend)]);
    return [
      ...whole.map(entryOf),
      ...rest.map(({ document: { path }, kind, id, fields, left }) => {
        const title = titleOf(kind, id, fields) || id;
        return { path, title: left.length === 0 ? title : `${title} (${left.join(", ")})` };
      }),
    ];
  }

  return [
    door.get("/api/starter-content", nothing, async () => {
      return Response.json({ documents: await found() });
    }),
    door.post("/api/starter-content/clear", nothing, async (_nothing, admin) => {
      const documents = await found();
      const entry = {
        actor: admin,
        action: "content.clear-starter",
        details: { documents: documents.length },
      } as const;
      try {
        const cleared = await recordAct(audit, entry, () => clearStarterContent(backend, now()));
        const { removed, changed, unscheduled } = cleared;
        return Response.json({ removed: removed + changed + unscheduled });
      } catch (error) {
        if (!isConflict(error)) throw error;
        return apiError(
          409,
          "changed-meanwhile",
          "Somebody changed one of these just now, so nothing was removed. Look at the list again.",
        );
      }
    }),
    door.get("/api/first-steps", nothing, async () =>
      Response.json(await readFirstSteps(backend, { isHosted })),
    ),
    door.post(
      "/api/first-steps/dismiss",
      z.strictObject({
        isDismissed: z.optional(z.boolean()),
        withoutMail: z.optional(z.boolean()),
      }),
      async ({ isDismissed, withoutMail }) => {
        const before = await backend.getDocument(firstStepsDocument);
        const change = {
          ...(isDismissed !== undefined && { isDismissed }),
          ...(withoutMail !== undefined && { withoutMail }),
        };
        await backend.commit([{ set: firstStepsDocument, data: { ...before?.data, ...change } }]);
        return Response.json({});
      },
    ),
  ];
}

function entryOf({ path, id, data }: StoredDocument): StarterDocument {
  const isSite = path.startsWith("site/");
  const title = titleOf(isSite ? "site" : "projects", id, data);
  return { path, title: title === "" ? id : title };
}
