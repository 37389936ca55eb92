/** What to press, as it is set just now. */
import type { Game } from "../game.ts";
import { keyName, keysOf, padName, padOf } from "./controls.ts";
import type { ArcadeSettings } from "./settings.ts";

export function ControlsList({
  game,
  settings,
}: {
  game: Pick<Game<never, never>, "name" | "buttons" | "modes" | "choices" | "hints">;
  settings: ArcadeSettings;
}) {
  return (
    <section className="part how-to-play" aria-labelledby="how-to-play">
      <h2 id="how-to-play">How to play</h2>
      <div className="how-columns">
        <table className="controls">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Keys</th>
              <th scope="col">Gamepad</th>
            </tr>
          </thead>
          <tbody>
            {game.buttons.map((button) => (
              <tr key={button.id}>
                <th scope="row">{button.title}</th>
                <td>
                  {keysOf(game, button, settings).map((key) => (
                    <kbd key={key}>{keyName(key)}</kbd>
                  ))}
                </td>
                <td>{padOf(game, button, settings).map(padName).join(", ")}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Pause</th>
              <td>
                <kbd>Esc</kbd>
                <kbd>P</kbd>
              </td>
              <td>Start</td>
            </tr>
          </tbody>
        </table>
        <ul className="plain hints">
          {game.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
