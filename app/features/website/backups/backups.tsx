/** Back-ups of the site: what there is, whether it could be restored, and how they are made and opened. */
import { useEffect, useRef, useState } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import { BackupList } from "./backup-list.tsx";
import { BackupNow } from "./backup-now.tsx";
import { BackupSettingsPart } from "./backup-settings.tsx";
import { readBackups } from "./call-backups.ts";
import type { Shown } from "./call-backups.ts";
import { DrillPart } from "./drill-part.tsx";
import { HowToRestore } from "./how-to-restore.tsx";
import { KeyPart } from "./key-part.tsx";

const askAgainMs = 1000;

export function Backups() {
  const { value, problem, refresh, change } = useFresh(readBackups, problemText);
  const isRunning = value?.isHosted === false && value.running !== null;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => void refresh(), askAgainMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each answer asks for the next one
  }, [isRunning, value, refresh]);
  useEnd(value?.isHosted === false ? value : undefined);
  if (value === undefined) {
    return problem === undefined ? (
      <SkeletonRows rows={6} />
    ) : (
      <ProblemNote text={problem} onRetry={() => void refresh()} />
    );
  }
  if (value.isHosted) return <AtFirebase />;
  return (
    <div className="backups">
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      <Parts shown={value} onShown={(next) => change(() => next)} refresh={refresh} />
    </div>
  );
}

/** Who looked away hears of the end; what failed stands in its place. */
function useEnd(shown: Shown | undefined): void {
  const before = useRef<Shown>(undefined);
  useEffect(() => {
    const { running, last, drill } = before.current ?? {};
    before.current = shown;
    if (shown === undefined || shown.running !== null || !running) return;
    if (running.what === "backup" && shown.last?.at !== last?.at) tell("The back-up is made");
    if (running.what === "drill" && shown.drill?.at !== drill?.at && shown.drill?.ok === true) {
      tell("The drill went well");
    }
  }, [shown]);
}

type PartsProps = {
  shown: Shown;
  onShown: (next: Shown) => void;
  refresh: () => Promise<void>;
};

export type PartProps = {
  shown: Shown;
  isBusy: boolean;
  /** One at a time; what it gives back is shown. @returns whether it was done. Never rejects. */
  run: (work: () => Promise<Shown | void>) => Promise<boolean>;
};

function Parts({ shown, onShown, refresh }: PartsProps) {
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<Shown | void>): Promise<boolean> {
    setBusy(true);
    try {
      const next = await work();
      if (next === undefined) await refresh();
      else onShown(next);
      return true;
    } catch (error) {
      tellProblem(problemText(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const props = { shown, isBusy, run };
  return (
    <>
      <BackupNow {...props} />
      <KeyPart {...props} />
      <DrillPart {...props} />
      {shown.backups.length === 0 ? (
        <EmptyRoom
          title="No back-up yet"
          text={`The first one comes by itself at night, or when you ask for it above. It will be in ${shown.folder}.`}
        />
      ) : (
        <BackupList {...props} />
      )}
      <BackupSettingsPart {...props} />
      <HowToRestore />
    </>
  );
}

function AtFirebase() {
  return (
    <EmptyRoom
      title="Firebase keeps the data"
      text="So it makes the back-ups, too: scheduled ones of Firestore, daily ones of the Realtime Database, and versions of files in Cloud Storage. Set them up in Firebase's console."
    />
  );
}
