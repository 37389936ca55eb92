/** Many problems that nobody has a draft of become visible by few commits, instead of by one each. */
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import type { Audit } from "../audit/audit.ts";
import type { Log } from "../log.ts";
import { commitInParts } from "../publishing/commit-in-parts.ts";
import { documentPath } from "../publishing/content-store.ts";
import type { ContentStore } from "../publishing/content-store.ts";
import { thinVersions } from "../publishing/thin-versions.ts";
import type { Actor, Versions } from "../publishing/versions.ts";
import { waitUntilShown } from "../publishing/wait-until-shown.ts";
import { eachOf } from "./each-of.ts";
import { recordActs } from "./record-acts.ts";

export type ToPublish = {
  id: string;
  /** As they are published: checked. */
  fields: PlainFields;
  /** What is there now. */
  published: StoredDocument | null;
};

/** @throws BackendError; what was committed before it stays */
export async function publishTogether(
  deps: {
    backend: Pick<ServerBackend, "commit" | "publicData" | "getDocument">;
    audit: Pick<Audit, "add">;
    store: Pick<ContentStore, "schedule">;
    versions: Pick<Versions, "prepare" | "thin">;
    log: Log;
  },
  problems: readonly ToPublish[],
  actor: Actor,
): Promise<void> {
  const { backend, audit, store, versions, log } = deps;
  const groups = await eachOf(problems, async ({ id, fields, published }): Promise<Write[]> => {
    const why = "published" as const;
    const kept = await versions.prepare("problems", id, [{ fields, why, actor }]);
    const when = published === null ? { exists: false } : { updateTime: published.updateTime };
    return [{ set: documentPath("problems", id), data: fields, when }, ...kept.writes];
  });
  const acts = problems.map(({ id, fields }) => ({
    action: "content.publish" as const,
    id,
    fields,
  }));
  await recordActs(audit, acts, actor, () => commitInParts(backend, groups));
  const last = problems.at(-1);
  if (last !== undefined) {
    await waitUntilShown({ backend, log }, { kind: "problems", id: last.id });
  }
  await eachOf(problems, ({ id }) =>
    thinVersions({ versions, store, log }, { kind: "problems", id }),
  );
}
