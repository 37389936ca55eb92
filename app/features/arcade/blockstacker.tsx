/** Two games at one address: falling blocks, and the tower of blocks that move to and fro. */
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { blockstacker } from "./blockstacker/game.ts";
import { GamePage } from "./play/game-page.tsx";

const Tower = lazyPage(() => import("./tower.tsx"));

const noChoice = { game: "" };
const titles = [
  ["", blockstacker.title],
  ["tower", "Tower"],
] as const;

export default function Blockstacker() {
  const [{ game }, choose] = useQueryFilter(noChoice);
  const others = (
    <fieldset className="segments small scripted">
      <legend className="unseen">Which game</legend>
      {titles.map(([name, title]) => (
        <label key={name}>
          <input
            type="radio"
            name="which-game"
            checked={(game === "tower") === (name === "tower")}
            onChange={() => choose({ game: name })}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
  return game === "tower" ? (
    <Tower others={others} />
  ) : (
    <GamePage game={blockstacker} others={others} />
  );
}
