/** /AdvancedJournal: what somebody writes for themselves, the same on all devices, with or without a connection. */
import { useMemo } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useSession } from "#app/session/session.ts";
import { JournalRoom } from "./journal-room.tsx";
import { FirstJournal, LockScreen } from "./late-views.tsx";
import type { OpenJournals } from "./open-journals.ts";
import { JournalPlace, useRooms } from "./store/journal-context.ts";
import { useLockVeil } from "./use-lock-veil.ts";
import { useJournalsState, useOpenJournals } from "./use-journals.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/journal.css";

const title = "Journal";

export default function Journal() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <OpenedJournal key={user.uid} uid={user.uid} /> : null;
}

function OpenedJournal({ uid }: { uid: string }) {
  const { opened, failed, again } = useOpenJournals(uid);
  const waiting = useMemo(() => <SkeletonRows rows={8} />, []);
  if (!opened) {
    return (
      <ToolFrame title={title}>
        {failed === undefined ? waiting : <ProblemNote text={failed} onRetry={again} />}
      </ToolFrame>
    );
  }
  return (
    <JournalPlace value={opened.app}>
      <Opened opened={opened} />
    </JournalPlace>
  );
}

/** What there is to see: the journals, the lock before them, or what a journal is for. */
function Opened({ opened }: { opened: OpenJournals }) {
  const state = useJournalsState(opened);
  useLockVeil(opened.app.uid);
  const { journals, locked, failed, isOpen, isCurrent } = state;
  const { length: rooms } = useRooms();
  const waiting = useMemo(() => <SkeletonRows rows={8} />, []);
  if (rooms > 0) {
    return (
      <JournalRoom
        title={title}
        waiting={waiting}
        state={state}
        shortcutsOf={opened.shortcutsOf}
        onRetry={opened.again}
      />
    );
  }
  return (
    <ToolFrame title={title}>
      {failed !== undefined ? (
        <ProblemNote text={failed} onRetry={opened.again} />
      ) : !isOpen || journals === undefined ? (
        waiting
      ) : locked.length > 0 ? (
        <LockScreen uid={opened.app.uid} locked={locked} />
      ) : isCurrent ? (
        <FirstJournal />
      ) : navigator.onLine ? (
        waiting
      ) : (
        <EmptyRoom
          title="No journal is in this browser yet"
          text="Connect once, and what you have written comes here. From then on it is there without a connection, too."
        />
      )}
    </ToolFrame>
  );
}
