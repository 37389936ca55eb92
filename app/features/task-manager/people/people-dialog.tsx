/** Who is on the board, in which role; owners change it, invite and take invites back. */
import { Button } from "@mantine/core";
import { useId, useMemo, useRef, useState } from "react";
import { leaveBoard, removeMember } from "#app/live/board-api.ts";
import type { BoardMember } from "#app/live/boards.ts";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";
import { useBoardApp, useFacts, useMay, useMembers, useSync } from "../store/use-board.ts";
import { useGoodbye } from "../use-goodbye.ts";
import { Invites } from "./invites.tsx";
import { Person } from "./person.tsx";

type Asked = { kind: "remove"; member: BoardMember } | { kind: "leave" };

export function PeopleDialog({ onClose }: { onClose: () => void }) {
  const label = useId();
  const { store } = useBoardApp();
  const { name } = useFacts();
  const members = useMembers();
  const mayPeople = useMay("people");
  const goodbye = useGoodbye();
  const isSaved = useSync() === "saved";
  const [asked, setAsked] = useState<Asked>();
  const owners = members.filter(({ role }) => role === "owner").length;
  const isLast = mayPeople && owners < 2;
  const board = store.id;
  const list = useRef<HTMLUListElement>(null);
  useLineFocus(
    list,
    useMemo(() => members.map(({ uid }) => uid), [members]),
  );

  return (
    <>
      <Modal label={label} className="modal record-dialog boards-dialog" onClose={onClose}>
        <h2 id={label}>People on {name || "this board"}</h2>
        <ul ref={list} className="boards-people">
          {members.map((member) => (
            <li key={member.uid} data-line={member.uid}>
              <Person
                board={board}
                member={member}
                isMe={member.uid === store.uid}
                mayChange={mayPeople}
                onRemove={() => setAsked({ kind: "remove", member })}
              />
            </li>
          ))}
        </ul>
        {isLast ? (
          <p className="faint">
            {members.length === 1
              ? "You are alone here: to go, delete the board in its settings."
              : "You are its last owner. To leave, make somebody else an owner first, or delete the board."}
          </p>
        ) : null}
        {mayPeople ? <Invites board={board} /> : null}
        <div className="confirm-buttons">
          {isLast ? null : (
            <Button variant="default" onClick={() => setAsked({ kind: "leave" })}>
              Leave the board…
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </Modal>
      {asked?.kind === "remove" ? (
        <ConfirmDialog
          title={`Remove ${asked.member.name || "this member"}?`}
          text="They see nothing of the board from then on. What they wrote stays. You can invite them again."
          confirm="Remove"
          onConfirm={async () => {
            await sayingWhy(removeMember(board, asked.member.uid));
            tell(`${asked.member.name || "The member"} is removed.`);
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      {asked?.kind === "leave" ? (
        <ConfirmDialog
          title={`Leave ${name}?`}
          text="You see nothing of it from then on, until an owner invites you again. What you wrote stays."
          confirm="Leave the board"
          onConfirm={async () => {
            // What is not sent is theirs to keep: the board says so once it is closed to them.
            if (isSaved) await goodbye(() => leaveBoard(board), `You have left ${name}.`);
            else await sayingWhy(leaveBoard(board));
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}

/** @throws Error whose message is for people */
async function sayingWhy(act: Promise<void>): Promise<void> {
  try {
    await act;
  } catch (error) {
    throw new Error(problemText(error) ?? "It was not done.", { cause: error });
  }
}
