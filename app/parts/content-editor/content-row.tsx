/** One document of the list. The title opens it; all of the row is a larger place for the pointer. */
import { memo } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import type { ContentItem } from "#lib/content/item.ts";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import { Cover } from "./cover.tsx";
import { StarIcon } from "./star-icon.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useIsChosen } from "./use-selection.ts";
import type { Choice } from "./use-selection.ts";

type Props = {
  item: ContentItem;
  facts: ContentToolFacts;
  choice: Choice;
  handle: ReactNode;
  onChoose: (id: string, isChosen: boolean, withShift: boolean) => void;
  onOpen: (id: string) => void;
  onFeature: (item: ContentItem) => void;
  onChanged: () => void;
};

export const ContentRow = memo(function ContentRow(props: Props) {
  const { item, facts, choice, handle, onChoose, onOpen, onFeature, onChanged } = props;
  const isChosen = useIsChosen(choice, item.id);
  const title = item.title || "Untitled";
  function openByPointer(event: MouseEvent<HTMLDivElement>): void {
    const { target } = event;
    const isOther = target instanceof Element && target.closest("button, input, label, a") !== null;
    if (!isOther && getSelection()?.isCollapsed !== false) onOpen(item.id);
  }
  return (
    // By keyboard it is the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="content-row" data-chosen={isChosen || undefined} onClick={openByPointer}>
      <label className="content-choice">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={`Choose ${title}`}
          data-choice={item.id}
          onClick={(event) => onChoose(item.id, !isChosen, event.shiftKey)}
          onKeyDown={(event) => walkChoices(event, onChoose)}
          onChange={() => {}}
        />
      </label>
      <span className="content-handle">{handle}</span>
      <Cover item={item} />
      <div className="content-what">
        <button type="button" className="opener" dir="auto" onClick={() => onOpen(item.id)}>
          {title}
        </button>
        <p className="faint">{facts.detailOf(item)}</p>
      </div>
      <div className="content-state">
        <StateBadge state={item.state} isHidden={item.isHidden} publishAt={item.publishAt} />
        {item.scheduleProblem === undefined ? null : (
          <p className="content-problem">Not published: {item.scheduleProblem}</p>
        )}
        {item.linkProblem === undefined ? null : (
          <p className="content-problem">{item.linkProblem}</p>
        )}
        {facts.ItemAct === undefined ? null : <facts.ItemAct item={item} onChanged={onChanged} />}
      </div>
      {facts.canFeature ? (
        <button
          type="button"
          className="content-star"
          aria-pressed={item.featured === true}
          aria-label={`Feature ${title}`}
          title={item.featured === true ? "Featured on the home page" : "Feature on the home page"}
          onClick={() => onFeature(item)}
        >
          <StarIcon isFull={item.featured === true} />
        </button>
      ) : null}
    </div>
  );
});

/** With the arrows from one to the next; with Shift it is chosen, too. */
function walkChoices(event: KeyboardEvent<HTMLInputElement>, onChoose: Props["onChoose"]): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const choices = [...document.querySelectorAll<HTMLInputElement>("input[data-choice]")];
  const next = choices[choices.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  if (!event.shiftKey) return;
  for (const one of [event.currentTarget, next]) onChoose(one.dataset["choice"] ?? "", true, false);
}
