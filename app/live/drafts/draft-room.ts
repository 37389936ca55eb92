/** A draft room in a browser, as who is signed in. */
import { openOutbox } from "../outbox/open-outbox.ts";
import { createDocumentsHttp } from "./documents-http.ts";
import { createDraftRoom } from "./draft-room-of.ts";
import type { Editor } from "./draft-room-parts.ts";
import type { DraftRoom } from "./draft-state.ts";
import { createEditing } from "./editing.ts";
import { keep, readKept } from "./kept-drafts.ts";
import { onSaved, sendDrafts } from "./send-drafts.ts";
import { type DraftPlace, readStored } from "./stored-draft.ts";

export type { DraftRoom, DraftState } from "./draft-state.ts";

/** @throws as openAuth */
export async function openDraftRoom({
  user,
  ...place
}: DraftPlace & { user: Editor }): Promise<DraftRoom> {
  const { uid } = user;
  const outbox = await openOutbox(uid);
  const documents = createDocumentsHttp(uid);
  sendDrafts(outbox);
  const room = createDraftRoom({
    place,
    user,
    outbox,
    read: () => readStored(documents, place, outbox.closed),
    kept: {
      read: () => readKept(uid, place),
      async write(stored) {
        // After a sign-out nothing is kept of the account.
        if (!outbox.closed.aborted) await keep(uid, place, stored);
      },
    },
    onSaved,
    ...createEditing(place, user, log),
    log,
  });
  const life = new AbortController();
  const look = () => void room.look();
  addEventListener("focus", look, { signal: life.signal });
  addEventListener("online", look, { signal: life.signal });
  return {
    ...room,
    close() {
      life.abort();
      room.close();
    },
  };
}

function log(what: string, error: unknown): void {
  // What failed in the browser has no other log than its console.
  // oxlint-disable-next-line no-console
  console.warn(what, error);
}
