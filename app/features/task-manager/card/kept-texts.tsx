/** Words of this card that lost against others, with the way back. */
import { KeptText } from "#app/parts/kept-words/kept-text.tsx";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import type { Card } from "#lib/boards/board-items.ts";
import { useBoardApp, useLostTexts } from "../store/use-board.ts";
import { type Register, textsToShow, wordsOf } from "./keep-text.ts";

const names: Record<Register, string> = { title: "Title", notes: "Description" };

export function KeptTexts({ card }: { card: Card }) {
  const { acts } = useBoardApp();
  const own = useLostTexts().filter(({ kind, of }) => kind === "cards" && of === card.id);
  const shown = textsToShow(own, card);
  if (shown.length === 0) return null;
  return (
    <section>
      <h3>Texts kept</h3>
      <p className="faint">Somebody else wrote at the same time. Nothing is lost.</p>
      {shown.map((lost: LostText) => {
        const register = lost.register as Register;
        return (
          <KeptText
            key={lost.id}
            what={names[register]}
            text={wordsOf(register, lost.text)}
            onUse={() => acts.settleLost(lost, true)}
            onLetGo={() => acts.settleLost(lost, false)}
          />
        );
      })}
    </section>
  );
}
