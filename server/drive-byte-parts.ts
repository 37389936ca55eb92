/** What sends bytes of drives: tickets, archives, small pictures and share links, the same on both backends. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { createDriveLinkEndpoints } from "./api/drive/links.ts";
import { createDriveThumbEndpoint } from "./api/drive/thumb.ts";
import { createDriveTicketEndpoint } from "./api/drive/tickets.ts";
import { createDriveZipEndpoint } from "./api/drive/zip.ts";
import type { Access } from "./drive/access.ts";
import { createLinkAdmission } from "./drive/link-admission.ts";
import { createLinkHandler } from "./drive/link-handler.ts";
import { type LinkVisits, createLinkVisits } from "./drive/link-visits.ts";
import { createLinks, sweepLinks } from "./drive/links.ts";
import type { DriveStore } from "./drive/store.ts";
import { type Shrink, createDriveThumbs } from "./drive/thumbs.ts";
import { createDriveTickets, driveTicketPrefix } from "./drive/tickets.ts";
import { createZipDesk, purgeZipTickets, zipTicketPrefix } from "./drive/zip-desk.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { Handler } from "./http/request-facts.ts";
import type { Log } from "./log.ts";

export type SharedLinks = {
  visits: Pick<LinkVisits, "page">;
  /** Answers what lies below the page of a link. */
  handler: Handler;
};

export type DriveByteParts = {
  endpoints: Endpoint[];
  /** Answers `/ticket/drive…` itself and leaves the rest to `tickets`. */
  withDrives(tickets: Handler): Handler;
  sharedLinks: SharedLinks;
  /** Links of nodes that were deleted for good end. @throws BackendError */
  forgetLinks(owner: string, nodes: ReadonlySet<string>): Promise<void>;
  /** Of each day: what nobody needs any more. @throws BackendError */
  sweep(): Promise<void>;
};

export function createDriveByteParts(deps: {
  backend: ServerBackend;
  access: Access;
  store: DriveStore;
  /** Tells an owner's devices that something of their drive is another now. */
  changed: (owner: string) => Promise<void>;
  /** See `createTickets`. */
  secret?: string | undefined;
  knowsTypes: boolean;
  shrink: Shrink;
  /** Whether mail goes out. */
  sendsMail: () => boolean;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): DriveByteParts {
  const { backend, store, origin, now } = deps;
  const tickets = createDriveTickets(deps);
  const desk = createZipDesk(deps);
  const thumbs = createDriveThumbs(deps);
  const links = createLinks(deps);
  const visits = createLinkVisits({ ...deps, admission: createLinkAdmission(backend) });
  const isSecure = () => origin().startsWith("https:");
  return {
    endpoints: [
      createDriveTicketEndpoint({ ...deps, tickets }),
      createDriveZipEndpoint({ ...deps, desk }),
      createDriveThumbEndpoint({ ...deps, thumbs }),
      ...createDriveLinkEndpoints({ ...deps, links }),
    ],
    withDrives: (others) => (exchange) => {
      if (exchange.path.startsWith(driveTicketPrefix)) return tickets.handler(exchange);
      if (exchange.path.startsWith(zipTicketPrefix)) return desk.handler(exchange);
      return others(exchange);
    },
    sharedLinks: { visits, handler: createLinkHandler({ ...deps, visits, isSecure }) },
    forgetLinks: (owner, nodes) => links.forget(owner, nodes),
    async sweep() {
      await purgeZipTickets(backend, now());
      await sweepLinks({ backend, store, links, nowMs: now() });
    },
  };
}
