/** All wishes that are chosen: each becomes visited, with the draft of a post. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { accountLife } from "#app/live/account-life.ts";
import { sentenceOf } from "#app/parts/content-editor/content-api.ts";
import type { BulkActProps } from "#app/parts/content-editor/content-tool-facts.ts";
import { offerUndo, PartlyUndone, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { takeVisitBack, visitWish } from "./visit-api.ts";
import type { Visit } from "./visit-api.ts";

export function VisitMany({ chosen, clear, onChanged }: BulkActProps) {
  const [done, setDone] = useState<number>();
  const open = chosen.filter(({ status, postId }) => status !== "visited" || !postId);
  if (open.length === 0) return null;

  async function visitAll(): Promise<void> {
    const made: Visit[] = [];
    let problem: string | undefined;
    const account = accountLife();
    for (const { id } of open) {
      // Whoever is signed in next has not asked for it.
      if (account.aborted) return;
      setDone(made.length);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        made.push(await visitWish(id));
      } catch (error) {
        problem = sentenceOf(error);
        break;
      }
    }
    setDone(undefined);
    onChanged();
    if (made.length > 0) offerBack(made);
    if (problem === undefined) clear();
    else tellProblem(`${open.length - made.length} of ${open.length} were not done. ${problem}`);
  }

  function offerBack(made: readonly Visit[]): void {
    offerUndo({
      text: `${made.length} visited. Their drafts are in the tab of the blog.`,
      about: made.flatMap(({ id, postId }) => [id, postId]),
      undo: () => takeAllBack(made).finally(onChanged),
    });
  }

  return (
    <Button variant="default" loading={done !== undefined} onClick={() => void visitAll()}>
      {open.length === 1 ? "Visited: write a post" : `Visited: write ${open.length} posts`}
    </Button>
  );
}

async function takeAllBack(made: readonly Visit[]): Promise<string> {
  const account = accountLife();
  const rest: Visit[] = [];
  let why = "";
  for (const visit of made) {
    if (account.aborted) return "";
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await takeVisitBack(visit);
    } catch (error) {
      // One that was published meanwhile is to keep no other one back.
      rest.push(visit);
      why = sentenceOf(error);
    }
  }
  if (rest.length > 0) {
    const text = `${rest.length} of ${made.length} were not undone. ${why}`;
    throw new PartlyUndone(text, () => takeAllBack(rest));
  }
  return "Undone. The drafts are in the trash of posts.";
}
