/**
 * Replies to messages: kept with the message first (`replies` of its document), then mailed through the outbox. What
 * became of the mail is noted when it has left the outbox.
 */
import type { InboxReply, InboxThread, ReplyState } from "#lib/inbox.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import type { Mail } from "../mail/mail.ts";
import { asciiAddress, ownerAddress } from "./contact-notice.ts";
import type { NoticeBackend } from "./contact-notice.ts";
import { inboxPath, textOf } from "./inbox.ts";
import { toRow } from "./inbox-desk.ts";

type RepliesBackend = NoticeBackend & Pick<ServerBackend, "getDocument" | "commit">;
type RepliesMail = Pick<Mail, "sends" | "send" | "waits" | "onEnd">;

export type InboxReplies = {
  /** Undefined when it is gone. @throws BackendError */
  thread(id: string): Promise<InboxThread | undefined>;
  /**
   * The same `key` again is the same reply, mailed once.
   * @returns a sentence when it cannot be sent; undefined when the message is gone
   * @throws BackendError
   */
  reply(given: {
    id: string;
    key: string;
    text: string;
    /** The uid of an admin. */
    by: string;
  }): Promise<InboxThread | string | undefined>;
  /** How replies go out: not at all, and why. */
  ways(): { sends: boolean; why: string };
};

type StoredReply = { id: string; at: string; text: string; byName: string; state: ReplyState };

const replyKind = "INBOX_REPLY";
const keptMs = 24 * 60 * 60 * 1000;
const maxReplies = 50;
/** Of the message beneath the answer. */
const quotedLength = 2000;

const notHere = {
  firebase:
    "On Firebase the server sends no mail. Copy the address and answer from your own mail program.",
  unset:
    "No mail server is set (FOYER_SMTP_URL). Copy the address and answer from your own mail program.",
};

export function createInboxReplies(deps: {
  backend: RepliesBackend;
  /** Undefined at Firebase. */
  mail: RepliesMail | undefined;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}): InboxReplies {
  const { backend, mail, origin, now } = deps;

  mail?.onEnd(replyKind, async ({ id, outcome }) => {
    const { message, reply } = idsOf(id);
    await change(message, (replies) =>
      replies.map((one) => (one.id === reply ? { ...one, state: outcome } : one)),
    );
  });

  /** Undefined when the message is gone. */
  async function change(
    id: string,
    with_: (replies: StoredReply[]) => StoredReply[],
    more: PlainFields = {},
  ): Promise<StoredDocument | undefined> {
    for (let tries = 0; ; tries++) {
      // oxlint-disable-next-line no-await-in-loop -- another one may have been faster
      const document = await backend.getDocument(inboxPath(id));
      if (document === null || toRow(document) === undefined) return undefined;
      const replies = with_(repliesOf(document));
      try {
        // oxlint-disable-next-line no-await-in-loop -- see above
        await backend.commit([
          {
            update: document.path,
            data: { ...more, replies },
            when: { updateTime: document.updateTime },
          },
        ]);
        return { ...document, data: { ...document.data, ...more, replies } };
      } catch (error) {
        if (!isConflict(error) || tries > 4) throw error;
      }
    }
  }

  function toThread(document: StoredDocument): InboxThread | undefined {
    const row = toRow(document);
    if (row === undefined) return undefined;
    const replies = repliesOf(document).map((reply): InboxReply => {
      const isLost = reply.state === "waiting" && mail?.waits(mailId(row.id, reply.id)) !== true;
      return isLost ? { ...reply, state: "unknown" } : reply;
    });
    return { ...row, message: textOf(document.data, "message"), replies };
  }

  function ways(): { sends: boolean; why: string } {
    if (mail === undefined) return { sends: false, why: notHere.firebase };
    return mail.sends ? { sends: true, why: "" } : { sends: false, why: notHere.unset };
  }

  return {
    ways,
    async thread(id) {
      const document = await backend.getDocument(inboxPath(id));
      return document === null ? undefined : toThread(document);
    },
    async reply({ id, key, text, by }) {
      const { sends, why } = ways();
      if (!sends || mail === undefined) return why;
      const before = await backend.getDocument(inboxPath(id));
      if (before === null || toRow(before) === undefined) return undefined;
      const earlier = repliesOf(before);
      if (earlier.some((reply) => reply.id === key)) return toThread(before);
      if (earlier.length >= maxReplies) {
        return `At most ${maxReplies} replies are kept with a message. Go on in your mail program.`;
      }
      const to = asciiAddress(textOf(before.data, "email"));
      if (to === undefined) {
        return "This address has letters that many mail servers refuse. Answer from your own mail program.";
      }
      const account = await backend.getAccount(by);
      const owner = (await ownerAddress(backend)) ?? account?.email ?? undefined;
      const replyTo = owner === undefined ? undefined : asciiAddress(owner);
      const at = new Date(now());
      const reply: StoredReply = {
        id: key,
        at: at.toISOString(),
        text,
        byName: account?.displayName ?? "",
        state: "waiting",
      };
      const outgoing = {
        id: mailId(id, key),
        kind: replyKind,
        to,
        ...(replyTo !== undefined && { replyTo }),
        subject: subjectOf(textOf(before.data, "subject")),
        text: `${text}\n\n${quoteOf(before, origin())}\n`,
        secrets: [],
        isByHand: true,
        expiresAt: at.getTime() + keptMs,
      };
      const added = new Set<string>();
      const kept = await change(
        id,
        (replies) => {
          added.clear();
          if (replies.some((one) => one.id === key)) return replies;
          added.add(key);
          return [...replies, reply];
        },
        { read: true },
      );
      if (kept === undefined) return undefined;
      // Of two at once the one that kept it mails it.
      if (added.has(key)) await mail.send(outgoing);
      return (await this.thread(id)) ?? toThread(kept);
    },
  };
}

const mailId = (message: string, reply: string) => `reply ${message} ${reply}`;

function idsOf(id: string): { message: string; reply: string } {
  const [, message = "", reply = ""] = id.split(" ");
  return { message, reply };
}

function subjectOf(subject: string): string {
  const line = subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  if (line === "") return "Re: Your message";
  return /^re:/i.test(line) ? line : `Re: ${line}`;
}

function quoteOf({ data }: StoredDocument, origin: string): string {
  const message = textOf(data, "message");
  const cut = message.length > quotedLength ? `${message.slice(0, quotedLength)}…` : message;
  const day = textOf(data, "createdAt").slice(0, 10);
  return [
    `On ${day} you wrote on ${origin}/contact:`,
    ...cut.split(/\r\n|[\r\n]/).map((line) => `> ${line}`),
  ].join("\n");
}

function repliesOf({ data }: StoredDocument): StoredReply[] {
  const { replies } = data;
  if (!Array.isArray(replies)) return [];
  return replies.flatMap((reply) => {
    if (typeof reply !== "object" || reply === null || Array.isArray(reply)) return [];
    const state = (["waiting", "sent", "failed"] as const).find((one) => one === reply["state"]);
    return {
      id: textOf(reply, "id"),
      at: textOf(reply, "at"),
      text: textOf(reply, "text"),
      byName: textOf(reply, "byName"),
      state: state ?? "unknown",
    };
  });
}
