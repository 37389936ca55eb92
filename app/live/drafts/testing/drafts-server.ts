/** Documents with preconditions, as Firestore keeps them; its answers can be late, or get lost. */
import type { Draft } from "#lib/content/draft.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { NoAnswerError } from "../../outbox/outbox.ts";
import type { DocumentsHttp, ReadDocument } from "../documents-http.ts";
import { RefusedError } from "../../documents-call.ts";
import { draftOf } from "../stored-draft.ts";

export class DraftsServer {
  readonly documents = new Map<string, ReadDocument>();
  writes = 0;
  #time = 0;

  put(path: string, fields: PlainFields): void {
    this.#time += 1;
    this.documents.set(path, { fields: structuredClone(fields), updateTime: `t${this.#time}` });
  }

  draft(key: string): Draft | undefined {
    const found = this.documents.get(`drafts/${key}`);
    return found && draftOf(found.fields);
  }

  /** As the server does it: what was written becomes what the site shows. */
  publish(key: string): void {
    const draft = this.draft(key);
    if (draft === undefined) return;
    this.put(key.replace("_", "/"), draft.fields);
    this.documents.delete(`drafts/${key}`);
  }

  /**
   * As one client reaches it. `fault`, asked before each request, may lose it (`before`) or its answer (`after`), or
   * refuse it; `delay` is awaited on the way.
   */
  client(on: {
    uid: string;
    fault?: () => "before" | "after" | "refused" | undefined;
    delay?: () => Promise<void>;
  }): DocumentsHttp {
    const ask = async <Answer>(work: () => Answer): Promise<Answer> => {
      const fault = on.fault?.();
      await on.delay?.();
      if (fault === "before") throw new NoAnswerError("Lost.");
      if (fault === "refused") throw new RefusedError(403, "PERMISSION_DENIED");
      const answer = structuredClone(work());
      await on.delay?.();
      if (fault === "after") throw new NoAnswerError("Its answer was lost.");
      return answer;
    };
    return {
      read: (paths) => ask(() => paths.map((path) => this.documents.get(path))),
      write: (written, same) =>
        ask(() => {
          const isAsSaid = [written, ...same].every(
            ({ path, updateTime }) => this.documents.get(path)?.updateTime === updateTime,
          );
          // Rules are asked before preconditions.
          this.#requireRules(written.path, written.fields as Draft, on.uid);
          if (!isAsSaid) return false;
          this.put(written.path, written.fields);
          this.writes += 1;
          return true;
        }),
    };
  }

  /** What firebase/firestore.rules ask of a draft. */
  #requireRules(path: string, next: Draft, uid: string): void {
    const before = this.documents.get(path);
    const rev = before ? draftOf(before.fields).rev : 0;
    const isAllowed =
      next.editedBy === uid &&
      next.rev === rev + 1 &&
      path === `drafts/${next.kind}_${next.docId}` &&
      next.conflicts.length <= 100 &&
      next.saves.length <= 30;
    if (!isAllowed) throw new RefusedError(403, "PERMISSION_DENIED");
  }
}
