/** What was deleted within the last 30 days. */
import { Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import type { TrashItem } from "#lib/content/item.ts";

import { callContent, readTrash, sentenceOf } from "./content-api.ts";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import { putBackSaid } from "./put-back-words.ts";

type Props = { facts: ContentToolFacts; onRestored: () => void; onLeave: () => void };

export function TrashList({ facts, onRestored, onLeave }: Props) {
  const { kind, many } = facts;
  const read = useCallback((signal: AbortSignal) => readTrash(kind, signal), [kind]);
  const { value, problem, refresh, change } = useFresh(read, sentenceOf);
  const [asked, setAsked] = useState<TrashItem>();
  const drop = (id: string) => change((items) => items.filter((item) => item.id !== id));

  async function restore({ id, title }: TrashItem): Promise<void> {
    drop(id);
    try {
      const answer = await callContent(kind, "untrash", { id });
      tell(putBackSaid(title, answer), [id]);
      onRestored();
    } catch (error) {
      tellProblem(sentenceOf(error));
      await refresh();
    }
  }

  if (value === undefined) {
    if (problem === undefined) return <SkeletonRows rows={4} />;
    return <ProblemNote text={problem} onRetry={() => void refresh()} />;
  }
  if (value.length === 0) {
    return (
      <EmptyRoom
        title="The trash is empty"
        text={`What you delete stays here for 30 days and can be put back.`}
        action={
          <Button variant="default" onClick={onLeave}>
            Show {many}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <p className="faint">
        Nobody but you and other editors can see these. Put back, each is as it was: what visitors
        saw, they see again.
      </p>
      <ul className="plain-list rows">
        {value.map((item) => (
          <li key={item.id} className="with-button">
            <span>
              <b dir="auto">{item.title || "Untitled"}</b>
              <br />
              <span className="faint">
                Deleted by <bdi>{item.deletedByName}</bdi> on {dayOf(item.deletedAt)}. Gone for good
                on {dayOf(item.erasedAt)}.
              </span>
            </span>
            <span className="button-row">
              <Button variant="default" onClick={() => void restore(item)}>
                Put back<span className="unseen"> {item.title}</span>
              </Button>
              <Button variant="subtle" color="red" onClick={() => setAsked(item)}>
                Delete for good<span className="unseen"> {item.title}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {asked === undefined ? null : (
        <ConfirmDialog
          title={
            <>
              Delete <bdi>{asked.title || "Untitled"}</bdi> for good?
            </>
          }
          text="Its texts, pictures and versions are erased. This cannot be undone."
          confirm="Delete for good"
          onConfirm={async () => {
            await callContent(kind, "erase", { id: asked.id });
            drop(asked.id);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
