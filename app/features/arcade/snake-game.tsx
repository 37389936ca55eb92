import { GamePage } from "./play/game-page.tsx";
import { snake } from "./snake/game.ts";

export default function SnakeGame() {
  return <GamePage game={snake} />;
}
