/** Who may make an account, and the links by which the invited do. */
import { Badge, Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { roleNames } from "../accounts/act-words.ts";
import { callAdmin } from "../call-admin.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { useAnswer } from "../use-answer.ts";
import { When } from "../when.tsx";
import { NewInvite } from "./new-invite.tsx";
import { SignUpPolicy } from "./sign-up-policy.tsx";

type Invite = {
  id: string;
  label: string;
  role: "user" | "editor";
  createdAt: string;
  expiresAt: string;
  maxUses: number;
  uses: number;
  state: "open" | "used" | "expired" | "revoked";
};

const stateNames = { open: "Open", used: "Used up", expired: "Expired", revoked: "Revoked" };

export function InvitesTab() {
  const { value, problem, refresh } = useAnswer<{ invites: Invite[] }>("/api/invites");
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Invite>();
  const invites = value?.invites ?? [];
  const makeButton = <Button onClick={() => setMaking(true)}>New invite</Button>;
  return (
    <>
      <SignUpPolicy />
      {invites.length === 0 ? null : (
        <div className="part-head">
          <h2>Invites</h2>
          {makeButton}
        </div>
      )}
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={refresh} />}
      {value === undefined && problem === undefined ? <SkeletonRows rows={4} /> : null}
      {value !== undefined && invites.length === 0 ? (
        <EmptyRoom
          title="No invites"
          text="An invite is a link by which somebody makes an account, also while nobody else may. While it is closed for all, invites wait."
          action={makeButton}
        />
      ) : null}
      <ul className="plain-list rows">
        {invites.map((invite) => (
          <li key={invite.id} className="with-button">
            <span>
              <bdi>{invite.label || "Without a name"}</bdi>{" "}
              <Badge {...(invite.state === "open" && { color: "green" })}>
                {stateNames[invite.state]}
              </Badge>
              <br />
              <span className="faint">
                {roleNames[invite.role]}, {invite.uses} of {invite.maxUses} used, until{" "}
                <When at={invite.expiresAt} withTime />
              </span>
            </span>
            {invite.state === "open" ? (
              <Button
                variant="default"
                aria-label={`Revoke the invite ${invite.label}`}
                onClick={() => setRevoking(invite)}
              >
                Revoke…
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {isMaking ? <NewInvite onClose={() => setMaking(false)} onMade={refresh} /> : null}
      {revoking === undefined ? null : (
        <ConfirmDialog
          title="Revoke this invite?"
          text="Its link works no more, and cannot be brought back. Accounts that were made with it stay."
          confirm="Revoke"
          onConfirm={async () => {
            try {
              await callAdmin("POST", "/api/invites/revoke", { id: revoking.id });
            } catch (error) {
              const text = problemText(error);
              // Who left the question is back where they were.
              if (text === undefined) return;
              throw new Error(text, { cause: error });
            }
            tell("The invite is revoked");
            refresh();
          }}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
