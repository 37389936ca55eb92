/** How a document stands towards visitors: a word first, its colour only underlines it. */
import { Badge } from "@mantine/core";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import type { ContentState } from "#lib/content/item.ts";

export const stateWords: Record<ContentState, string> = {
  draft: "Draft",
  published: "Published",
  changed: "Changed",
  hidden: "Hidden",
  scheduled: "Scheduled",
};

const stateHelp: Record<ContentState, string> = {
  draft: "Never published: visitors do not see it",
  published: "Visitors see it as it is here",
  changed: "Visitors see it as it was published last, without the changes made since",
  hidden: "Visitors do not see it",
  scheduled: "Will be published by itself",
};

const colours: Partial<Record<ContentState, string>> = { published: "green", scheduled: "yellow" };

type Props = {
  state: ContentState;
  isHidden: boolean;
  publishAt?: string | undefined;
  /** In place of "Draft". */
  draftWord?: string;
};

export function StateBadge({ state, isHidden, publishAt, draftWord }: Props) {
  const isAlsoHidden = isHidden && state !== "hidden";
  return (
    <span className="states">
      <Badge
        className="state-badge"
        size="lg"
        data-state={state}
        title={stateHelp[state]}
        variant={state === "draft" || state === "hidden" ? "outline" : "light"}
        color={colours[state] ?? "gray"}
      >
        {state === "draft" ? (draftWord ?? stateWords.draft) : stateWords[state]}
        {state === "scheduled" && publishAt !== undefined ? ` ${minuteOf(publishAt)}` : ""}
      </Badge>
      {isAlsoHidden ? (
        <Badge className="state-badge" size="lg" data-state="hidden" variant="outline" color="gray">
          Hidden
        </Badge>
      ) : null}
    </span>
  );
}
