/** Chat's side of the server, the same on both backends: rooms, messages, people, what they are told. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { SharedThings } from "./account-data/leave-shared.ts";
import { createChatEndpoints } from "./api/chat/chat.ts";
import { createChatReportEndpoints } from "./api/chat/reports.ts";
import type { Audit } from "./audit/audit.ts";
import { createChatRooms } from "./chat/chat-rooms.ts";
import { createMessageActs } from "./chat/message-acts.ts";
import { createMessages } from "./chat/messages.ts";
import { createChatNotices } from "./chat/notices.ts";
import { createChatPeople } from "./chat/people.ts";
import { createChatReports } from "./chat/reports.ts";
import { createChatSearch } from "./chat/search.ts";
import { chatSweep } from "./chat/sweep-chat.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Notifier } from "./notifications/notify.ts";

export type ChatParts = {
  endpoints: Endpoint[];
  jobKinds: JobKinds;
  /** What becomes of rooms when an account goes. */
  ofAccounts: SharedThings;
  close(): Promise<void>;
};

export function createChatParts(deps: {
  backend: ServerBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule">;
  notifier: Pick<Notifier, "notify">;
  audit: Pick<Audit, "add">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): ChatParts {
  const notices = createChatNotices(deps);
  const { tell } = notices;
  const chat = createChatRooms({ ...deps, tell });
  const { update, end, lists, rooms, members } = chat;
  const parts = { ...deps, update };
  const acts = createMessageActs(parts);
  const messages = createMessages({ ...parts, tell });
  const reports = createChatReports({ ...deps, acts });
  const people = createChatPeople(deps);
  const search = createChatSearch(deps);
  return {
    endpoints: [
      ...createChatReportEndpoints({ ...deps, reports }),
      ...createChatEndpoints({ ...deps, messages, acts, members, rooms, people, search, reports }),
    ],
    jobKinds: {
      ...chat.jobKinds,
      ...notices.jobKinds,
      ...chatSweep({ ...parts, end, lists }),
    },
    ofAccounts: {
      ...chat.ofAccounts,
      async forgetAddress() {},
    },
    close: () => notices.settled(),
  };
}
