import { GamePage } from "./play/game-page.tsx";
import { slicer } from "./slicer/game.ts";

export default function FruitNinja() {
  return <GamePage game={slicer} />;
}
