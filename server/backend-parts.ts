/** What the process gets from its backend, whichever that is: embedded-parts.ts and hosted-parts.ts make it. */
import type { IncomingMessage, Server } from "node:http";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Contact } from "./contact/contact.ts";
import type { SharedLinks } from "./drive-byte-parts.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { FirebaseConfig } from "./http/firebase-config.ts";
import type { Handler } from "./http/request-facts.ts";
import type { ShownBoards } from "./http/serve-public-board.ts";
import type { OtherHosts } from "./page-cache/content-security-policy.ts";
import type { ProfileParts } from "./profile-parts.ts";

export type BackendParts = {
  serverBackend: ServerBackend;
  /** Answers the paths of the backend's protocols. */
  handler: Handler;
  /** Takes sockets of the backend's protocols, if there are any. */
  mountSockets(
    http: Server,
    deps: {
      servesHost: (host: string | undefined) => boolean;
      clientOf: (request: IncomingMessage) => string;
    },
  ): void;
  /** To be called before the port is closed. */
  closeSockets(): Promise<void>;
  /** What the browser's SDK is told. */
  firebaseConfig: FirebaseConfig;
  /** For the content security policy of pages: what the browser's SDK needs beside our own host. */
  otherHosts: OtherHosts;
  /** Answers `/ticket/…`. */
  tickets: Handler;
  /** Answers `/auth/…`. */
  signIn: Handler;
  /** Answers `/calendar/…`. */
  calendar: Handler;
  /** Takes what the contact form sends. */
  contact: Contact;
  profiles: Pick<ProfileParts, "watch">;
  /** For the pages of boards that anybody may look at. */
  publicBoards: ShownBoards;
  /** For what is shared by link. */
  sharedLinks: SharedLinks;
  /** Of `/api`, those that only this backend needs. */
  endpoints: readonly Endpoint[];
  /** Once the server listens. @returns the owner's link, if the site needs one. */
  start(origin: string): Promise<string | undefined>;
};
