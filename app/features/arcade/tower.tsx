import type { ReactNode } from "react";
import { GamePage } from "./play/game-page.tsx";
import { tower } from "./tower/game.ts";

export default function Tower({ others }: { others: ReactNode }) {
  return <GamePage game={tower} others={others} />;
}
