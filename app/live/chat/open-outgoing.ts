import { openOutbox } from "../outbox/open-outbox.ts";
import { type Outgoing, openOutgoing } from "./outgoing.ts";

/** @throws as openAuth */
export async function openOutgoingOf(
  uid: string,
  onTurnedDown: (text: string) => void,
): Promise<Outgoing> {
  return openOutgoing(await openOutbox(uid), onTurnedDown);
}

/** Aborted once the account leaves this browser, in whatever tab: then nothing of it is kept any more. @throws as openAuth */
export async function lifeOf(uid: string): Promise<AbortSignal> {
  return (await openOutbox(uid)).closed;
}
