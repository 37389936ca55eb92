/** Tells who has the address of an invite, if somebody has: apart from the request, so that its sender learns nothing of it. */
import { textIn } from "#lib/boards/board-items.ts";
import { readMembers } from "#lib/boards/roles.ts";
import { readItem } from "#lib/records/register.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Notifier } from "../notifications/notify.ts";
import { type InvitesBackend, openInvite } from "./invite-store.ts";
import { isHeld } from "./invites.ts";

export function tellInviteJob(deps: {
  backend: InvitesBackend & Pick<ServerBackend, "getValue" | "findAccountByEmail">;
  notifier: Pick<Notifier, "notify">;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKinds {
  const { backend, notifier, now } = deps;

  async function tell(id: string): Promise<void> {
    const invite = await openInvite(backend, id, now());
    if (invite?.kind !== "address") return;
    const { board, email, by, createdAt } = invite;
    const members = readMembers((await backend.getValue(`boards/${board}/members`)).value);
    if (!isHeld(invite, members)) return;
    const account = await backend.findAccountByEmail(email);
    if (account === null || !account.emailVerified || account.disabled) return;
    if (members.has(account.uid)) return;
    const own = readItem((await backend.getValue(`boards/${board}/board/board`)).value);
    await notifier.notify({
      uid: account.uid,
      id: `bi-${id.slice(0, 40)}`,
      kind: "board",
      title: `${members.get(by)?.name || "Somebody"} invites you to the board “${textIn(own, "name")}”`,
      text: "",
      path: `/TaskManager?invite=${id}`,
      at: createdAt,
    });
  }

  return {
    "tell-board-invite": {
      async run({ invite }) {
        if (typeof invite === "string") await tell(invite);
      },
    },
  };
}
