/** A game's page: the field with what is chosen, played and reached on it, the boards beside it, how to play below. */
import { type ReactNode, useCallback, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { type Hashable } from "#games/kit/hash-state.ts";
import styles from "../../../styles/arcade.css?url";
import type { ChoiceValues, Game, Mode } from "../game.ts";
import { ControlsList } from "./controls-list.tsx";
import { formatResult } from "./format-result.ts";
import { GameStage } from "./game-stage.tsx";
import type { Outcome } from "./match.ts";
import type { Watched } from "./replay-dialog.tsx";
import { useChosen } from "./use-chosen.ts";
import { useArcadeSettings } from "./use-settings.ts";
import { createViewer } from "./viewer.ts";

const Boards = lazyPage(() => import("./boards.tsx"));
const SettingsDialog = lazyPage(() => import("./settings-dialog.tsx"));
const ReplayDialog = lazyPage(() => import("./replay-dialog.tsx"));

export function GamePage<State extends Hashable, Rules>({
  game,
  others,
}: {
  game: Game<State, Rules>;
  /** Other games of the page. */
  others?: ReactNode;
}) {
  const settings = useArcadeSettings();
  const [isLive, setLive] = useState(false);
  const { isOther, ...chosen } = useChosen(game, isLive);
  const { mode, values, rules } = chosen;
  const board = game.engine.boardOf(rules);
  const site = useRouteLoaderData<{ name: string; origin: string }>("root");
  const [dialog, setDialog] = useState<"settings" | Watched>();
  const [news, setNews] = useState(0);
  const onCounted = useCallback(() => setNews((count) => count + 1), []);

  const shareOutcome = async (outcome: Outcome): Promise<string | undefined> => {
    const { shareCard } = await import("./share-card.ts");
    const { result, board: on, line: words } = outcome;
    const facts = {
      site: site?.name,
      address: location.href,
      game: game.title,
      mode: mode.title,
      result: result === undefined || on === undefined ? "" : formatResult(result, on.order),
      line: words,
      painter: game.createPainter(rules),
      state: outcome.state as State,
      field: game.fieldOf(rules, false),
    };
    return shareCard(facts, { hasPatterns: settings.hasPatterns, around: document.body });
  };

  return (
    <>
      <link rel="stylesheet" href={styles} precedence="page" />
      <div className="game-head">
        <h1>{game.title}</h1>
        {others}
      </div>
      <p className="game-unscripted">
        This game needs JavaScript, which is switched off or has not come.
      </p>
      <div className="arcade scripted">
        <GameStage
          game={game}
          chosen={chosen}
          isOther={isOther}
          onLive={setLive}
          onSettings={() => setDialog("settings")}
          onWatch={({ seed, finished: { log, ticks } }) =>
            setDialog({ seed, rules, log, ticks, title: "Your run" })
          }
          onShare={shareOutcome}
          onCounted={onCounted}
        />
        {board === undefined ? (
          <section className="boards">
            <h2>Best runs</h2>
            <p>This mode is for oneself: nobody is compared with anybody.</p>
          </section>
        ) : (
          <Boards
            game={game.name}
            board={board}
            title={boardTitle(game, mode, values)}
            isDaily={mode.isDaily === true}
            news={news}
            onWatch={(run) => setDialog({ run })}
          />
        )}
      </div>
      <ControlsList game={game} settings={settings} />
      {dialog === "settings" ? (
        <SettingsDialog game={game} onClose={() => setDialog(undefined)} />
      ) : dialog === undefined ? null : (
        <ReplayDialog
          version={game.engine.version}
          watched={dialog}
          open={(shown) => createViewer({ game, ...shown })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

/** With the choices that have boards of their own. */
function boardTitle<State, Rules>(
  game: Game<State, Rules>,
  mode: Mode,
  values: ChoiceValues,
): string {
  const nameOf = (chosen: ChoiceValues) => game.engine.boardOf(game.rulesOf(mode.id, chosen))?.name;
  const name = nameOf(values);
  const chosen = game.choices.flatMap((choice) => {
    if (!mode.choices.includes(choice.id) || !("options" in choice)) return [];
    const differs = choice.options.some(
      ({ value }) => nameOf({ ...values, [choice.id]: value }) !== name,
    );
    const option = choice.options.find(({ value }) => value === values[choice.id]);
    return differs && option !== undefined
      ? [`${choice.title.toLowerCase()}: ${option.title.toLowerCase()}`]
      : [];
  });
  return [mode.title, ...chosen].join(", ");
}
