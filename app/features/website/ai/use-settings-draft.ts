/** What is typed and not saved: it stays while other sections are looked at, and the tab asks before it is closed. */
import { useEffect, useState } from "react";
import { ApiError } from "#app/live/api.ts";
import { saveAiSettings } from "#app/live/ai/ai-api.ts";
import { createLeaveWarning } from "#app/live/leave-warning.ts";
import type { Sync } from "#app/parts/tool-frame/sync-state.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { useSession } from "#app/session/session.ts";
import type { AiSettingsRead } from "#lib/ai/api.ts";
import { useTellSync } from "../sync-context.ts";
import { draftOf, faultsOf, settingsOf } from "./settings-draft.ts";
import type { Draft, Faults } from "./settings-draft.ts";

/** `rev`: what the settings were when somebody began. */
type Kept = { uid: string; draft: Draft; rev: string };

let kept: Kept | undefined;
const warn = createLeaveWarning();

function keep(next: Kept | undefined): void {
  kept = next;
  warn(next !== undefined);
}

export type SettingsDraft = {
  draft: Draft;
  faults: Faults;
  isChanged: boolean;
  isSaving: boolean;
  /** `conflict`: somebody else was quicker. */
  problem: { text: string; isConflict: boolean } | undefined;
  change: (part: Partial<Draft>) => void;
  /** @returns whether nothing is wrong with what was typed. Never rejects. */
  save: (isOver?: boolean) => Promise<boolean>;
  drop: () => void;
};

export function useSettingsDraft(
  stored: AiSettingsRead,
  onSaved: () => Promise<void>,
): SettingsDraft {
  const uid = useSession().user?.uid ?? "";
  const [typed, setTyped] = useState(() => (kept?.uid === uid ? kept : undefined));
  const [isAsked, setAsked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [problem, setProblem] = useState<SettingsDraft["problem"]>();
  const draft = typed?.draft ?? draftOf(stored);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(stored));
  useTellSync(syncOf({ isSaving, isChanged, isSaved, problem: problem?.text }));
  useEffect(() => {
    // Another account must not find it.
    if (kept !== undefined && kept.uid !== uid) keep(undefined);
  }, [uid]);

  function put(next: Kept | undefined): void {
    keep(next);
    setTyped(next);
  }

  async function save(isOver = false): Promise<boolean> {
    setAsked(true);
    if (Object.keys(faultsOf(draft)).length > 0) return false;
    setSaving(true);
    setProblem(undefined);
    try {
      const rev = typed?.rev ?? stored.rev;
      await saveAiSettings({ ...settingsOf(draft), ...(isOver ? {} : { rev }) });
      setAsked(false);
      setSaved(true);
      await onSaved();
      put(undefined);
    } catch (error) {
      const text = problemText(error) ?? "It was not saved.";
      const isConflict = error instanceof ApiError && error.code === "changed-meanwhile";
      setProblem({ text, isConflict });
    } finally {
      setSaving(false);
    }
    return true;
  }

  return {
    draft,
    faults: isAsked ? faultsOf(draft) : {},
    isChanged,
    isSaving,
    problem,
    change(part) {
      setSaved(false);
      setProblem((before) => (before?.isConflict ? before : undefined));
      const next = { ...draft, ...part };
      const isAsBefore = JSON.stringify(next) === JSON.stringify(draftOf(stored));
      put(isAsBefore ? undefined : { uid, draft: next, rev: typed?.rev ?? stored.rev });
    },
    save,
    drop() {
      setProblem(undefined);
      setAsked(false);
      put(undefined);
      void onSaved();
    },
  };
}

function syncOf(now: {
  isSaving: boolean;
  isChanged: boolean;
  isSaved: boolean;
  problem: string | undefined;
}): Sync | undefined {
  if (now.isSaving) return "saving";
  if (now.problem !== undefined) return { failed: "Not saved" };
  return now.isSaved && !now.isChanged ? "saved" : undefined;
}
