/** The door of all that only those need who are, or want to be, signed in. One lazily loaded file: session.ts. */
import { Gate } from "./gate.tsx";
import { openSession } from "./open-session.ts";
import { SessionDialogs } from "./session-dialogs.tsx";
import { UserMenu, UserMenuBody } from "./user-menu.tsx";
// A style sheet has nothing to name. These two stand here together, so that they are one file.
// oxlint-disable-next-line import/no-unassigned-import
import "../styles/session.css";
// oxlint-disable-next-line import/no-unassigned-import
import "../styles/rail.css";

export const room = { Gate, openSession, SessionDialogs, UserMenu, UserMenuBody };
