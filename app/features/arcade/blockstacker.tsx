/** Two games at one address: falling blocks, and the tower of blocks that move to and fro. */
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { blockstacker } from "./blockstacker/game.ts";
import { GamePage } from "./play/game-page.tsx";
import { tower } from "./tower/game.ts";

const noChoice = { game: "" };

export default function Blockstacker() {
  const [{ game }, choose] = useQueryFilter(noChoice);
  const isTower = game === "tower";
  const others = (
    <fieldset className="segments small scripted">
      <legend className="unseen">Which game</legend>
      {[blockstacker, tower].map(({ name, title }) => (
        <label key={name}>
          <input
            type="radio"
            name="which-game"
            checked={isTower === (name === "tower")}
            onChange={() => choose({ game: name === "tower" ? "tower" : "" })}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
  return isTower ? (
    <GamePage key="tower" game={tower} others={others} />
  ) : (
    <GamePage key="blockstacker" game={blockstacker} others={others} />
  );
}
