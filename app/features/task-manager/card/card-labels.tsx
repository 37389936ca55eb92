import { Button } from "@mantine/core";
import { useState } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import type { Card } from "#lib/boards/board-items.ts";
import { foldText } from "#lib/fold-text.ts";
import { longest } from "../acts/room.ts";
import { useBoardApp, useLabels } from "../store/use-board.ts";
import { ChoiceList } from "./choice-list.tsx";
import { ColourOptions } from "./colour-options.tsx";
import { useBegun } from "./use-begun.ts";

export function CardLabels({ card }: { card: Card }) {
  const { acts } = useBoardApp();
  const labels = useLabels();
  return (
    <ChoiceList
      legend="Labels"
      focus="labels"
      none="The board has no labels yet."
      choices={labels.map(({ id, name, colour }) => ({
        id,
        isOn: card.labels.includes(id),
        shown: (
          <span dir="auto">
            <Dot colour={colour} />
            {name || "Untitled"}
          </span>
        ),
      }))}
      onChoose={(label, isOn) => acts.cards.label([card.id], label, isOn)}
    >
      <NewLabel card={card.id} />
    </ChoiceList>
  );
}

function NewLabel({ card }: { card: string }) {
  const { store, acts } = useBoardApp();
  const [name, setName] = useBegun(`${card} label`);
  const [colour, setColour] = useState("");
  return (
    <form
      className="card-new-label"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = foldText(name);
        if (wanted === "") return;
        const there = store.labels().find((label) => foldText(label.name) === wanted);
        const label = there?.id ?? acts.labels.add(name, colour);
        if (label === undefined) return;
        acts.cards.label([card], label, true);
        setName("");
        setColour("");
      }}
    >
      <input
        aria-label="New label"
        placeholder="New label"
        dir="auto"
        value={name}
        maxLength={longest.label}
        onPaste={pasteThatFits}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {name.trim() === "" ? null : (
        <>
          <select
            aria-label="Colour of the new label"
            value={colour}
            onChange={({ currentTarget }) => setColour(currentTarget.value)}
          >
            <ColourOptions />
          </select>
          <Button type="submit" variant="default">
            Add
          </Button>
        </>
      )}
    </form>
  );
}
