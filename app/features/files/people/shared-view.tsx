/** Folders of others that are shared with who is signed in, and the invites to more. */
import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import {
  acceptFolderInvite,
  declineFolderInvite,
  sharedFolders,
} from "#app/live/drive/people-api.ts";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { useSession } from "#app/session/session.ts";
import type { InviteToFolder, SharedFolder } from "#lib/drive/people.ts";
import { quoted } from "#lib/quoted.ts";
import { searchOf } from "../views.ts";
import { LeaveDialog, PeopleDialog } from "./people-dialog.tsx";
import { useAnswer } from "./use-answer.ts";
import { nameless, roleHelp, roleNames } from "./words.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-people.css";

const ask = (signal: AbortSignal) => sharedFolders(signal);

export function SharedView({ onOpen }: { onOpen: (owner: string, folder: string) => void }) {
  const { user } = useSession();
  const { value, problem, again } = useAnswer(user?.uid ?? "", ask);
  const [leaving, setLeaving] = useState<SharedFolder>();
  const [seen, setSeen] = useState<SharedFolder>();
  const folders = useMemo(
    () =>
      (value?.folders ?? []).toSorted((a, b) =>
        a.node.name.localeCompare(b.node.name, "en", { numeric: true }),
      ),
    [value],
  );
  const invites = value?.invites ?? [];
  const list = useRef<HTMLDivElement>(null);
  useLineFocus(
    list,
    useMemo(() => folders.map(({ owner, node }) => `${owner.uid} ${node.id}`), [folders]),
  );

  return (
    <div ref={list} className="drive-shared">
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={again} />}
      {invites.length > 0 ? (
        <section className="drive-invites" aria-label="Invites to you">
          <h2>{invites.length === 1 ? "You are invited" : `${invites.length} invites`}</h2>
          <ul>
            {invites.map((invite) => (
              <li key={invite.id}>
                <InviteLine invite={invite} onOpen={onOpen} onChanged={again} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {value === undefined ? (
        problem === undefined ? (
          <SkeletonRows rows={4} />
        ) : null
      ) : folders.length > 0 ? (
        <ul className="drive-shared-list">
          {folders.map((folder) => (
            <li
              key={`${folder.owner.uid} ${folder.node.id}`}
              data-line={`${folder.owner.uid} ${folder.node.id}`}
            >
              <FolderLine
                folder={folder}
                onPeople={() => setSeen(folder)}
                onLeave={() => setLeaving(folder)}
              />
            </li>
          ))}
        </ul>
      ) : invites.length > 0 ? null : (
        <EmptyRoom
          title="No folder is shared with you"
          text="Whoever shares a folder with your e-mail address invites you here. A folder of yours is shared by its menu: “Share with people…”."
        />
      )}
      {seen ? (
        <PeopleDialog
          owner={seen.owner.uid}
          node={seen.node}
          onLeft={again}
          onClose={() => setSeen(undefined)}
        />
      ) : null}
      {leaving ? (
        <LeaveDialog
          owner={leaving.owner.uid}
          node={leaving.node}
          onLeft={again}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </div>
  );
}

type LineProps = { folder: SharedFolder; onPeople: () => void; onLeave: () => void };

function FolderLine({ folder, onPeople, onLeave }: LineProps) {
  const { node, owner, role } = folder;
  return (
    <div className="drive-shared-line">
      <Link
        to={{ search: searchOf({ owner: owner.uid, folder: node.id }) }}
        defaultShouldRevalidate={false}
        dir="auto"
      >
        {node.name}
      </Link>
      <span className="faint" title={roleHelp[role]}>
        <span dir="auto">{owner.name || nameless}</span>, you are a {roleNames[role].toLowerCase()}
      </span>
      <span className="drive-shared-acts">
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`People in ${quoted(node.name)}…`}
          onClick={onPeople}
        >
          People…
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`Leave ${quoted(node.name)}…`}
          onClick={onLeave}
        >
          Leave…
        </Button>
      </span>
    </div>
  );
}

type InviteProps = {
  invite: InviteToFolder;
  onOpen: (owner: string, folder: string) => void;
  onChanged: () => void;
};

function InviteLine({ invite, onOpen, onChanged }: InviteProps) {
  const { id, folder, by, role } = invite;
  const [busy, setBusy] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState<string>();

  async function answer(as: "accept" | "decline"): Promise<void> {
    setBusy(as);
    setProblem(undefined);
    try {
      if (as === "accept") {
        const joined = await acceptFolderInvite(id);
        onOpen(joined.owner, joined.id);
      } else {
        await declineFolderInvite(id);
        tell(`The invite to ${quoted(folder)} is declined.`);
      }
      onChanged();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(undefined);
  }

  return (
    <div className="drive-invite">
      <p dir="auto">
        {by || "Somebody"} invites you to {quoted(folder)} as a {role}. {roleHelp[role]}
      </p>
      <div className="record-acts">
        <Button loading={busy === "accept"} onClick={() => void answer("accept")}>
          Accept
        </Button>
        <Button
          variant="default"
          loading={busy === "decline"}
          onClick={() => void answer("decline")}
        >
          Decline
        </Button>
      </div>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </div>
  );
}
