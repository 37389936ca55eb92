/** What waits for an answer over the boards: invites, and what another tool has for a card. One late part for both. */
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { useHandedOver } from "#app/ui/handed-over.ts";
import { InviteList } from "./invite-list.tsx";

const CardFromDraft = latePart(
  async () => (await import("../create/card-from-draft.tsx")).CardFromDraft,
  null,
);

export function HomeNotes({ onJoined }: { onJoined: (board: string) => void }) {
  const [draft, close] = useHandedOver("card");
  return (
    <>
      <InviteList onJoined={onJoined} />
      {draft === undefined ? null : <CardFromDraft draft={draft} onClose={close} />}
    </>
  );
}
