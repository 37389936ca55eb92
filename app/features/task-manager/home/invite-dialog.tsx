/** The invite that the address names, as a notification leads to it. */
import { Button } from "@mantine/core";
import { useId } from "react";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { acceptInvite, declineInvite } from "#app/live/board-api.ts";
import { useAddress } from "../use-address.ts";
import { AskToJoin } from "./ask-to-join.tsx";
import { useInvites } from "./use-invites.ts";

export function InviteDialog({ id }: { id: string }) {
  const label = useId();
  const { query, go } = useAddress();
  const { value, problem, again } = useInvites();
  const invites = value?.invites;
  const invite = invites?.find((one) => one.id === id);
  const close = () => go({ ...query, invite: "" }, { replace: true });
  return (
    <Modal label={label} className="modal record-dialog" onClose={close}>
      <h2 id={label}>{invite ? `Join ${invite.board.name}` : "An invite to a board"}</h2>
      {invite ? (
        <AskToJoin
          by={invite.by}
          name={invite.board.name}
          role={invite.role}
          join={() => acceptInvite(id)}
          refuse={() => declineInvite(id)}
          refuseWord="Decline"
          onJoined={(board) => go({ board }, { replace: true })}
          onClose={close}
        />
      ) : (
        <>
          {problem !== undefined ? (
            <ProblemNote text={problem} onRetry={again} />
          ) : invites === undefined ? (
            <SkeletonForm fields={1} />
          ) : (
            <p>
              This invite has ended, was taken back or answered, or is for another account than the
              one you are signed in to.
            </p>
          )}
          <div className="confirm-buttons">
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
