/** A column of a board. Of thousands of cards only those in sight are in the page. */
import { createContext, useContext, useState } from "react";
import type { ReactElement, ReactNode, Ref, SyntheticEvent } from "react";
import { Virtualizer } from "virtua";
import type { CustomItemComponentProps, VirtualizerHandle } from "virtua";
import type { Column } from "./card-steps.ts";
import { useIsPrinted } from "./use-is-printed.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/board.css";

type Props = {
  /** Scrolls to a card by its place in the column. */
  ref: Ref<VirtualizerHandle>;
  column: Column;
  /** Its name and what belongs to it. */
  head: ReactNode;
  /** Below the cards, always in sight. */
  foot?: ReactNode;
  /** A card that stays in the page wherever it is scrolled to, besides the one with the focus. */
  kept?: string | undefined;
  /** Of a card that was not measured yet, pixels. */
  usualHeight: number;
  /** The card has `data-id`. */
  render: (id: string) => ReactElement;
};

export function BoardColumn({
  ref,
  column: { key, title, ids },
  head,
  foot,
  kept,
  usualHeight,
  render,
}: Props) {
  // The focus is lost, and a finger is heard of no more, when its element goes out of the page.
  const [held, setHeld] = useState({ focused: "", touched: "" });
  const hold = (what: "focused" | "touched") => (event: SyntheticEvent) => {
    const id = cardOf(event.target);
    if (id !== undefined && id !== held[what]) setHeld({ ...held, [what]: id });
  };
  const keepMounted = [...new Set([held.focused, held.touched, kept ?? ""])]
    .map((id) => (id === "" ? -1 : ids.indexOf(id)))
    .filter((at) => at !== -1);
  const isPrinted = useIsPrinted();
  return (
    <section className="board-column" data-column={key} aria-label={title || "Column"}>
      {head}
      <div className="board-cards" onFocus={hold("focused")} onTouchStart={hold("touched")}>
        <CardCount value={ids.length}>
          {isPrinted ? (
            <ol>
              {ids.map((id) => (
                <li key={id} className="board-card">
                  {render(id)}
                </li>
              ))}
            </ol>
          ) : (
            <Virtualizer
              ref={ref}
              as="ol"
              item={CardItem}
              itemSize={usualHeight}
              keepMounted={keepMounted}
              data={ids}
            >
              {(id) => (
                <div key={id} className="board-card">
                  {render(id)}
                </div>
              )}
            </Virtualizer>
          )}
        </CardCount>
      </div>
      {foot}
    </section>
  );
}

const CardCount = createContext(0);

/** As not all of them are in the page, each says which of how many it is. */
function CardItem({ ref, index, style, children }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={style} aria-setsize={useContext(CardCount)} aria-posinset={index + 1}>
      {children}
    </li>
  );
}

function cardOf(target: EventTarget): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>("[data-id]")?.dataset["id"]
    : undefined;
}
