/** One click from a wish to the draft of a post about it. */
import { Button } from "@mantine/core";
import { use, useState } from "react";
import { sentenceOf } from "#app/parts/content-editor/content-api.ts";
import type { ItemActProps } from "#app/parts/content-editor/content-tool-facts.ts";
import {
  closeToastsAbout,
  offerUndo,
  PartlyUndone,
  tellProblem,
} from "#app/parts/tool-frame/toasts.ts";
import { FoodTabsContext } from "./food-tabs.ts";
import { takeVisitBack, visitWish } from "./visit-api.ts";
import type { Visit } from "./visit-api.ts";

export function VisitAct({ item, fields = item, save, onChanged }: ItemActProps) {
  const { show } = use(FoodTabsContext);
  const [isBusy, setBusy] = useState(false);
  const { id } = item;
  const { status, postId } = fields as { status?: unknown; postId?: unknown };
  const title = item.title || "Untitled";
  const hasPost = status === "visited" && Boolean(postId);

  async function visit(): Promise<void> {
    setBusy(true);
    closeToastsAbout([id]);
    try {
      await save?.();
      // Also for one that has a post: that may have been deleted since.
      const made = await visitWish(id);
      show("blog", made.postId);
      if (made.before === undefined) return;
      offerUndo({
        text: `${title} is visited. This is the draft of its post.`,
        about: [id, made.postId],
        undo: () => takeBack(made),
      });
    } catch (error) {
      const isUnsent = error instanceof Error && error.name === "UnsentError";
      tellProblem(isUnsent ? error.message : sentenceOf(error));
      onChanged();
    } finally {
      setBusy(false);
    }
  }

  async function takeBack(made: Visit): Promise<string> {
    try {
      await takeVisitBack(made);
    } catch (error) {
      throw new PartlyUndone(sentenceOf(error), () => takeBack(made));
    }
    show("wishlist");
    onChanged();
    return `Undone. ${title} is as it was; the draft is in the trash of posts.`;
  }

  return (
    <Button
      className="visit-act"
      variant="subtle"
      size="compact-sm"
      loading={isBusy}
      aria-label={hasPost ? `Open its post: ${title}` : `Visited: write a post about ${title}`}
      onClick={() => void visit()}
    >
      {hasPost ? "Open its post" : "Visited: write a post"}
    </Button>
  );
}
