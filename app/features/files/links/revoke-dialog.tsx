import { revokeShareLink } from "#app/live/drive/links-api.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import type { ShareLink } from "#lib/drive/share-link.ts";
import { sayingWhy } from "../people/words.ts";

type Props = { link: ShareLink; onRevoked: () => void; onClose: () => void };

export function RevokeDialog({ link, onRevoked, onClose }: Props) {
  return (
    <ConfirmDialog
      title="Revoke this link?"
      text="Whoever has it finds nothing there from then on, for ever. You can make another one, with another address."
      confirm="Revoke"
      onConfirm={async () => {
        await sayingWhy(revokeShareLink(link.token));
        tell("The link is revoked.");
        onRevoked();
      }}
      onClose={onClose}
    />
  );
}
