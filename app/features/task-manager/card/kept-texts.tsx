/** Words of this card that lost against others, with the way back. */
import { KeptText } from "#app/parts/kept-words/kept-text.tsx";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import type { Card } from "#lib/boards/board-items.ts";
import { useBoardApp, useLostTexts } from "../store/use-board.ts";
import { focusHeading } from "./focus-heading.ts";
import { heldIn, textsToShow, wordsOf } from "./keep-text.ts";

export function KeptTexts({ card }: { card: Card }) {
  const { acts } = useBoardApp();
  const own = useLostTexts().filter(({ kind, of }) => kind === "cards" && of === card.id);
  const shown = textsToShow(own, ({ register }) =>
    register === "notes" ? card.notes : card.title,
  );
  if (shown.length === 0) return null;
  const settle = (lost: LostText, isUsed: boolean) => {
    focusHeading(document.activeElement, { isLast: shown.length === 1 });
    acts.settleLost(lost, isUsed, heldIn(lost, own));
  };
  return (
    <section>
      <h3>Texts kept</h3>
      <p className="faint">Somebody else wrote at the same time. Nothing is lost.</p>
      {shown.map((lost) => (
        <KeptText
          key={lost.id}
          what={lost.register === "notes" ? "Description" : "Title"}
          text={wordsOf(lost.register, lost.text)}
          onUse={() => settle(lost, true)}
          onLetGo={() => settle(lost, false)}
        />
      ))}
    </section>
  );
}
