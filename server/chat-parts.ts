/** Chat's side of the server, the same on both backends: rooms, messages, people, what they are told. */
import { aiUid } from "#lib/ai/limits.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { SharedThings } from "./account-data/leave-shared.ts";
import { type AskAi, createChatEndpoints } from "./api/chat/chat.ts";
import { createChatReportEndpoints } from "./api/chat/reports.ts";
import type { Audit } from "./audit/audit.ts";
import { createChatRooms } from "./chat/chat-rooms.ts";
import { createMessageActs } from "./chat/message-acts.ts";
import type { UpdateRoom } from "./chat/chat-updates.ts";
import { type Messages, createMessages } from "./chat/messages.ts";
import { createChatNotices } from "./chat/notices.ts";
import { createChatPeople } from "./chat/people.ts";
import { createChatReports } from "./chat/reports.ts";
import type { Rooms } from "./chat/rooms.ts";
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
  /** For what writes in rooms beside people. */
  forAnswers: {
    update: UpdateRoom;
    rooms: Rooms;
    messages: Messages;
    /** Who was answered is told, if they have not read it. */
    tell: (news: { uid: string; room: string; key: string; root?: string }) => void;
  };
  close(): Promise<void>;
};

export function createChatParts(deps: {
  backend: ServerBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule">;
  notifier: Pick<Notifier, "notify">;
  audit: Pick<Audit, "add">;
  /** Has a message answered by the AI. */
  ask: AskAi;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): ChatParts {
  const notices = createChatNotices(deps);
  const { tell } = notices;
  const chat = createChatRooms({ ...deps, tell });
  const { update, end, lists, rooms, members } = chat;
  const parts = { ...deps, update };
  const acts = createMessageActs({ ...parts, tell });
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
    forAnswers: {
      update,
      rooms,
      messages,
      tell: ({ uid, ...news }) =>
        tell({ ...news, by: aiUid, mentioned: [], followers: [], answered: uid }),
    },
    close: () => notices.settled(),
  };
}
