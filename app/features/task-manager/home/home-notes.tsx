/** What waits for an answer over the boards: invites, and what another tool has for a card. One late part for both. */
import { useEffect, useState } from "react";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { takeOver } from "#app/ui/handed-over.ts";
import type { ToolDraft } from "#app/ui/tool-feature.ts";
import { InviteList } from "./invite-list.tsx";

const CardFromDraft = latePart(
  async () => (await import("../create/card-from-draft.tsx")).CardFromDraft,
  null,
);

export function HomeNotes({ onJoined }: { onJoined: (board: string) => void }) {
  const [draft, setDraft] = useState<ToolDraft>();
  useEffect(() => {
    const taken = takeOver("card");
    if (taken !== undefined) setDraft(taken);
  }, []);
  return (
    <>
      <InviteList onJoined={onJoined} />
      {draft === undefined ? null : (
        <CardFromDraft draft={draft} onClose={() => setDraft(undefined)} />
      )}
    </>
  );
}
