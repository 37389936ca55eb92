import { KeptNote } from "#app/parts/kept-words/kept-note.tsx";
import { useTextsToShow } from "./use-texts-to-show.ts";

/** Above the board, while there are texts that somebody has to look at. */
export function KeptTextsNote({ onShow }: { onShow: () => void }) {
  const { length } = useTextsToShow();
  return length === 0 ? null : <KeptNote count={length} how="by two at once" onShow={onShow} />;
}
