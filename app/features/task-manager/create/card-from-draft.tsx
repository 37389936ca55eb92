/** A card that another tool has words for: on which board, in which column, and what it says. Nothing is written before. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { BoardEntry } from "#app/live/boards.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { useSession } from "#app/session/session.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { ToolDraft } from "#app/ui/tool-feature.ts";
import { may } from "#lib/boards/roles.ts";
import { longest } from "../acts/room.ts";
import { NewBoardDialog } from "../home/new-board-dialog.tsx";
import { useBoards } from "../home/use-boards.ts";
import { useOpenedBoard } from "../open-board.ts";
import { BoardPlace } from "../store/use-board.ts";
import { useAddress } from "../use-address.ts";
import { AddToColumn } from "./add-to-column.tsx";
import type { CardWords } from "./add-to-column.tsx";

type Props = { draft: ToolDraft; onClose: () => void };

export function CardFromDraft({ draft, onClose }: Props) {
  const label = useId();
  const { uid = "" } = useSession().user ?? {};
  const { boards, failed, again } = useBoards(uid);
  const { go } = useAddress();
  const [words, setWords] = useState<CardWords>(() => wordsOf(draft));
  const [chosen, setChosen] = useState("");
  const [isMaking, setMaking] = useState(false);
  const open = boards?.filter(({ role }) => may(role, "write"));
  const board = chosen || (open?.[0]?.id ?? "");
  if (isMaking) return <NewBoardDialog onClose={() => setMaking(false)} onMade={setChosen} />;
  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>New card</h2>
      {failed === undefined ? null : <ProblemNote text={failed} onRetry={again} />}
      {open === undefined ? (
        failed === undefined && <SkeletonForm fields={3} />
      ) : board === "" ? (
        <>
          <p>There is no board yet on which you may write. Make one, and the card goes there.</p>
          <div className="confirm-buttons">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={() => setMaking(true)}>New board</Button>
          </div>
        </>
      ) : (
        <>
          <BoardField boards={open} value={board} onChange={setChosen} />
          <OnBoard
            key={board}
            {...{ uid, board, words, onClose }}
            onWords={setWords}
            onAdded={(card) => {
              onClose();
              go({ board, card }, { replace: true });
            }}
          />
        </>
      )}
    </Modal>
  );
}

/** What a title has no room for stands in the description. */
function wordsOf({ title, text }: ToolDraft): CardWords {
  const line = title.replaceAll(/\s+/g, " ").trim();
  const rest = line.slice(longest.title);
  return {
    title: line.slice(0, longest.title),
    notes: [rest, text.trim()].filter((part) => part !== "").join("\n\n"),
  };
}

function BoardField({
  boards,
  value,
  onChange,
}: {
  boards: readonly BoardEntry[];
  value: string;
  onChange: (board: string) => void;
}) {
  const isKnown = boards.some(({ id }) => id === value);
  return (
    <label className="record-field">
      <span>Board</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {/* One that was just made is not in the list yet. */}
        {isKnown ? null : <option value={value}>The new board</option>}
        {boards.map(({ id, name }) => (
          <option key={id} value={id}>
            {name || "Untitled"}
          </option>
        ))}
      </select>
    </label>
  );
}

type OnBoardProps = {
  uid: string;
  board: string;
  words: CardWords;
  onWords: (words: CardWords) => void;
  onAdded: (card: string) => void;
  onClose: () => void;
};

function OnBoard({ uid, board, ...rest }: OnBoardProps) {
  const { app, failed, again } = useOpenedBoard(uid, board);
  if (failed !== undefined) return <ProblemNote text={failed} onRetry={again} />;
  if (!app) return <SkeletonForm fields={2} />;
  return (
    <BoardPlace value={app}>
      <AddToColumn {...rest} />
    </BoardPlace>
  );
}
