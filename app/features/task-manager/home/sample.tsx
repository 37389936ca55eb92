/** A board to look at, which one click makes and one removes. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { createBoard, deleteBoard } from "#app/live/board-api.ts";
import type { BoardEntry } from "#app/live/boards.ts";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { deviceZone } from "../zones.ts";
import { fillSample } from "./fill-sample.ts";
import { keepSample } from "./kept-sample.ts";

function useBusy(): [isBusy: boolean, run: (act: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      tellProblem(problemText(error));
    }
    setBusy(false);
  };
  return [isBusy, run];
}

export function SampleButton({ uid, onMade }: { uid: string; onMade: (board: string) => void }) {
  const [isBusy, run] = useBusy();
  const make = () =>
    run(async () => {
      const board = await createBoard({ name: "Sample board", colour: "teal", zone: deviceZone() });
      keepSample(uid, board);
      await fillSample(uid, board);
      onMade(board);
    });
  return (
    <Button variant="default" loading={isBusy} onClick={() => void make()}>
      Try a sample board
    </Button>
  );
}

export function RemoveSample({ uid, board }: { uid: string; board: BoardEntry }) {
  const [isBusy, run] = useBusy();
  const remove = () =>
    run(async () => {
      await deleteBoard(board.id, board.name);
      keepSample(uid, null);
      tell("The sample is removed.");
    });
  return (
    <Button variant="subtle" size="compact-md" loading={isBusy} onClick={() => void remove()}>
      Remove the sample
    </Button>
  );
}
