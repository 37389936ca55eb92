/** A real site with everything that publishes, for tests of this room: its clock stands until it is put on. */
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { draftAddress } from "#lib/draft-address.ts";
import { draftPath } from "#lib/content/draft.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { openSite } from "../../../tests/support/site.ts";
import type { Site } from "../../../tests/support/site.ts";
import { createAudit } from "../../audit/audit.ts";
import { cleanPicture } from "../../images/make-variant.ts";
// Making pictures shuts libvips for what is not a file, in this process for all tests after it: this opens it again.
// oxlint-disable-next-line import/no-unassigned-import
import "../../images/testing/pictures.ts";
import { createJobs } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { CleanPicture } from "../content-files.ts";
import { createPublishing } from "../publishing.ts";
import type { PublishingBackend } from "../site-facts.ts";

export const ann = { uid: "ann", name: "Ann" };
export const ben = { uid: "ben", name: "Ben" };
export const start = Date.parse("2026-03-01T12:00:00.000Z");

/** As the processes for pictures do it. */
const clean: CleanPicture = async (bytes) => {
  const file = join(tmpdir(), `foyer-clean-${randomUUID()}`);
  await writeFile(file, bytes);
  try {
    return { bytes: new Uint8Array(await cleanPicture(file)), contentType: "image/jpeg" };
  } finally {
    await rm(file);
  }
};

type DeskOptions = {
  /** Of the caller's own. */
  site?: Site;
  /** Instead of the site's. */
  serverBackend?: ServerBackend;
  /** What stands between publishing and the data. */
  wrap?: (backend: PublishingBackend) => PublishingBackend;
};

export async function openDesk({ wrap = (backend) => backend, ...given }: DeskOptions = {}) {
  const site = given.site ?? (await openSite());
  const serverBackend = given.serverBackend ?? site.serverBackend;
  const clock = { ms: start };
  const now = () => clock.ms;
  const { log, entries } = recordingLog();
  const audit = createAudit({ backend: serverBackend, now, newId: randomUUID });
  const open = (wrapped = wrap) => {
    const acts = createPublishing({
      backend: wrapped(serverBackend),
      audit,
      jobs: () => jobs,
      clean,
      log,
      now,
      newId: randomUUID,
    });
    const jobs: Jobs = createJobs({
      backend: serverBackend,
      log,
      now,
      newId: randomUUID,
      kinds: acts.jobKinds,
      isOnlyCopy: true,
      graceMs: 0,
    });
    return { acts, jobs };
  };
  const desk = open();

  return {
    ...desk,
    /** Another process on the same data. */
    reopen: open,
    site,
    backend: serverBackend,
    clock,
    audit,
    entries,
    async draft(
      kind: ContentKind,
      id: string,
      fields: PlainFields,
      more: {
        rev?: number;
        conflicts?: PlainFields[string][];
        createdAt?: string;
        base?: string | null;
      } = {},
    ): Promise<void> {
      const at = new Date(clock.ms).toISOString();
      const data = {
        kind,
        docId: id,
        fields,
        base: null,
        rev: 1,
        conflicts: [],
        saves: [],
        editedBy: ann.uid,
        editedByName: ann.name,
        editedAt: at,
        createdAt: at,
        ...more,
      };
      await serverBackend.commit([{ set: draftPath(kind, id), data }]);
    },
    /** A photo with a place in it, as a phone makes it. @returns the picture as a draft has it */
    async upload(
      kind: ContentKind,
      id: string,
      file: string,
      text = "a map",
    ): Promise<PlainFields> {
      const bytes = await sharp({
        create: { width: 60, height: 40, channels: 3, background: "#c33" },
      })
        .withExif({ IFD0: { Copyright: "secret place" } })
        .jpeg()
        .toBuffer();
      const name = `drafts/${kind}/${id}/x1/${file}`;
      await serverBackend.putObject(name, new Uint8Array(bytes), { contentType: "image/jpeg" });
      return { src: draftAddress(name) ?? "", alt: text, width: 60, height: 40 };
    },
    names: async (side: "drafts" | "public", kind: ContentKind, id: string) =>
      (await serverBackend.listObjects(`${side}/${kind}/${id}/`)).names,
    versions: (kind: ContentKind, id: string) =>
      serverBackend.findDocuments(`${kind}/${id}/versions`, {
        order: { field: "number" },
        limit: 500,
      }),
    async [Symbol.asyncDispose]() {
      await desk.jobs.close();
      if (given.site === undefined) await site[Symbol.asyncDispose]();
    },
  };
}

export const project = (fields: PlainFields = {}): PlainFields => ({
  slug: "atlas",
  title: "Atlas",
  summary: "Maps of places that moved.",
  tags: ["Maps"],
  ...fields,
});
