import type { ServerBackend } from "#lib/server-backend.ts";
import { reservations, toReservation } from "./reservation.ts";
import type { Reservation } from "./reservation.ts";

const pageSize = 200;

/** Those of an account by id, a page in memory at a time. What is made meanwhile may be left out. */
export async function* everyReservation(
  backend: Pick<ServerBackend, "findDocuments">,
  uid: string,
): AsyncGenerator<Reservation> {
  let after: string | undefined;
  for (;;) {
    const page = await backend.findDocuments(reservations, {
      where: { uid },
      after,
      limit: pageSize,
    });
    for (const document of page) {
      const reservation = toReservation(document);
      if (reservation !== undefined) yield reservation;
    }
    if (page.length < pageSize) return;
    after = page.at(-1)?.id;
  }
}
