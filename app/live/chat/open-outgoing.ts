import { openOutbox } from "../outbox/open-outbox.ts";
import { type Outgoing, openOutgoing } from "./outgoing.ts";

/** @throws as openAuth */
export async function openOutgoingOf(
  uid: string,
  onTurnedDown: (text: string) => void,
): Promise<Outgoing> {
  return openOutgoing(await openOutbox(uid), onTurnedDown);
}
