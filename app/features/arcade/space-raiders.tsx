import { GamePage } from "./play/game-page.tsx";
import { raiders } from "./raiders/game.ts";

export default function SpaceRaiders() {
  return <GamePage game={raiders} />;
}
