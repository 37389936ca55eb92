import { draftPath } from "#lib/content/draft.ts";
import type { Draft } from "#lib/content/draft.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { UnsentError } from "../outbox/outbox.ts";
import { createDocumentsHttp } from "./documents-http.ts";
import type { Editor } from "./draft-room-parts.ts";
import type { DraftPlace } from "./stored-draft.ts";

/**
 * A draft at once, without a room: of something that was imported. Needs the server.
 * @throws UnsentError with a sentence for people, also where there is one already
 */
export async function createDraft({
  kind,
  id,
  fields,
  user,
}: DraftPlace & { fields: PlainFields; user: Editor }): Promise<void> {
  const at = new Date().toISOString();
  const draft: Draft = {
    kind,
    docId: id,
    fields,
    base: null,
    rev: 1,
    conflicts: [],
    saves: [],
    editedBy: user.uid,
    editedByName: user.name.slice(0, 200),
    editedAt: at,
    createdAt: at,
  };
  const written = { path: draftPath(kind, id), updateTime: undefined, fields: draft };
  const isNew = [{ path: `${kind}/${id}`, updateTime: undefined }];
  let isMade: boolean;
  try {
    isMade = await createDocumentsHttp(user.uid).write(written, isNew);
  } catch (cause) {
    throw new UnsentError("The draft was not made: the server cannot be reached, or you may not.", {
      cause,
    });
  }
  if (!isMade) throw new UnsentError("There is a draft or page of this name already.");
}
