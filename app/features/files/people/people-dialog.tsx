/** Who is in a shared folder. Its owner invites, changes roles and removes; others see who is there, and may leave. */
import { Button } from "@mantine/core";
import { useCallback, useId, useMemo, useRef, useState } from "react";
import { folderPeople, leaveFolder, removeFromFolder } from "#app/live/drive/people-api.ts";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { useSession } from "#app/session/session.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { DriveNode } from "#lib/drive/node.ts";
import type { FolderPeople, FolderPerson } from "#lib/drive/people.ts";
import { quoted } from "#lib/quoted.ts";
import { InviteForm } from "./invite-form.tsx";
import { OpenInvite } from "./open-invite.tsx";
import { PersonLine } from "./person-line.tsx";
import { useAnswer } from "./use-answer.ts";
import { nameless, sayingWhy } from "./words.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-people.css";

type Props = {
  /** A uid. */
  owner: string;
  /** A folder. */
  node: Pick<DriveNode, "id" | "name">;
  onClose: () => void;
  /** Who asks is in it no more. */
  onLeft?: () => void;
};

type Asked = { kind: "remove"; person: FolderPerson } | { kind: "leave" };

export function PeopleDialog({ owner, node, onClose, onLeft }: Props) {
  const label = useId();
  const { user } = useSession();
  const me = user?.uid ?? "";
  const ask = useCallback(
    (signal: AbortSignal) => folderPeople(owner, node.id, signal),
    [owner, node.id],
  );
  const { value, problem, again } = useAnswer(me, ask);
  const [asked, setAsked] = useState<Asked>();
  const isMember = value?.people.some(({ uid }) => uid === me) ?? false;

  return (
    <>
      <Modal label={label} className="modal record-dialog drive-people-dialog" onClose={onClose}>
        <h2 id={label}>People in {quoted(node.name)}</h2>
        {problem === undefined ? null : <ProblemNote text={problem} onRetry={again} />}
        {value ? (
          <People
            me={me}
            folder={node.id}
            value={value}
            again={again}
            onRemove={(person) => setAsked({ kind: "remove", person })}
          />
        ) : problem === undefined ? (
          <SkeletonRows rows={3} />
        ) : null}
        <div className="confirm-buttons">
          {isMember ? (
            <Button variant="default" onClick={() => setAsked({ kind: "leave" })}>
              Leave the folder…
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </Modal>
      {asked?.kind === "remove" ? (
        <ConfirmDialog
          title={`Remove ${asked.person.name || nameless}?`}
          text="They see nothing of the folder from then on. What they brought stays. You can invite them again."
          confirm="Remove"
          onConfirm={async () => {
            await sayingWhy(removeFromFolder(node.id, asked.person.uid));
            tell(`${asked.person.name || nameless} is removed.`);
            again();
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      {asked?.kind === "leave" ? (
        <LeaveDialog
          owner={owner}
          node={node}
          onLeft={() => {
            onLeft?.();
            onClose();
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}

export function LeaveDialog({
  owner,
  node,
  onLeft,
  onClose,
}: Pick<Props, "owner" | "node" | "onClose"> & { onLeft: () => void }) {
  return (
    <ConfirmDialog
      title={`Leave ${quoted(node.name)}?`}
      text="You see nothing of it from then on, until its owner invites you again. What you brought stays there."
      confirm="Leave the folder"
      onConfirm={async () => {
        await sayingWhy(leaveFolder(owner, node.id));
        tell(`You have left ${quoted(node.name)}.`);
        onLeft();
      }}
      onClose={onClose}
    />
  );
}

type PeopleProps = {
  me: string;
  folder: string;
  value: FolderPeople;
  again: () => void;
  onRemove: (person: FolderPerson) => void;
};

function People({ me, folder, value, again, onRemove }: PeopleProps) {
  const { role, owner, people, invites, above } = value;
  const isOwner = role === "owner";
  const list = useRef<HTMLDivElement>(null);
  useLineFocus(
    list,
    useMemo(
      () => [...people.map(({ uid }) => uid), ...invites.map(({ id }) => id)],
      [people, invites],
    ),
  );
  return (
    <div ref={list} className="drive-people">
      {/* Before those who are there: they may be many. */}
      {isOwner ? (
        <section>
          <h3>Invite somebody</h3>
          <InviteForm folder={folder} onInvited={again} />
        </section>
      ) : null}
      <ul>
        <li>
          <div className="drive-person">
            <span dir="auto">
              {owner.name || nameless}
              {isOwner ? <span className="faint"> (you)</span> : null}
            </span>
            <span className="faint">Owner</span>
          </div>
        </li>
        {people.map((person) => (
          <li key={person.uid} data-line={person.uid}>
            <PersonLine
              folder={folder}
              person={person}
              isMe={person.uid === me}
              mayChange={isOwner}
              onChanged={again}
              onRemove={() => onRemove(person)}
            />
          </li>
        ))}
      </ul>
      {above.length > 0 ? (
        <p className="faint">
          Everybody in {above.map(({ name }) => quoted(name)).join(" and ")} sees this folder, too.
        </p>
      ) : null}
      {invites.length > 0 ? (
        <section>
          <h3>Open invites</h3>
          <ul>
            {invites.map((invite) => (
              <li key={invite.id} data-line={invite.id}>
                <OpenInvite folder={folder} invite={invite} onRevoked={again} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
