/** The messages of the contact form. */
import { deleteMessages, findMessages, listMessages, markMessage } from "../contact/inbox.ts";
import type { InboxMessage } from "../contact/inbox.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command, CommandSite } from "./site-command.ts";

const messagesAPage = 200;
const idHelp = "ID   As `inbox list` prints it, or its first characters.";

export const inboxCommands: readonly Command[] = [
  {
    name: "inbox list",
    usage: "inbox list [--unread]",
    meaning: "Print the messages of the contact form, the newest last: ID, time, who and what.",
    details: ["--unread   Only what is not marked as read."],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, [], { unread: false }) }),
    async run({ backend }, { values = {}, page }) {
      const found = await listMessages(backend, { after: page, limit: messagesAPage });
      const isWanted = ({ read, isDeleted }: InboxMessage) =>
        isDeleted !== true && (values["unread"] === undefined || !read);
      const lines = found.filter(isWanted).map(headOf);
      if (found.length === 0 && page === undefined) return done("There are no messages.");
      const last = found.length < messagesAPage ? undefined : found.at(-1)?.id;
      return { ...done(...lines), ...(last !== undefined && { next: last }) };
    },
  },
  {
    name: "inbox show",
    usage: "inbox show ID",
    meaning: "Print a message of the contact form whole.",
    details: [idHelp],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["id"]) }),
    run: (site, { values = {} }) =>
      onMessage(site, values["id"], async (message) => done(...describe(message))),
  },
  {
    name: "inbox mark",
    usage: "inbox mark ID [--unread]",
    meaning: "Mark a message of the contact form as read, or with --unread as not.",
    details: [idHelp, "A full inbox makes room by removing spam, then the oldest that are read."],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["id"], { unread: false }) }),
    run: (site, { values = {} }) =>
      onMessage(site, values["id"], async ({ id }) => {
        const read = values["unread"] === undefined;
        await markMessage(site.backend, id, read);
        return done(`${id} is ${read ? "read" : "unread"}.`);
      }),
  },
  {
    name: "inbox delete",
    usage: "inbox delete ID",
    meaning: "Delete a message of the contact form; there is no way back.",
    details: [idHelp],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["id"]) }),
    async act({ backend }, { values = {} }) {
      const [message, ...others] = await findMessages(backend, values["id"] ?? "");
      if (message === undefined || others.length > 0) return undefined;
      return { action: "inbox.delete", details: { message: message.id } };
    },
    run: (site, { values = {} }) =>
      onMessage(site, values["id"], async ({ id, name }) => {
        await deleteMessages(site.backend, [id]);
        return done(`Deleted ${id} of ${name}.`);
      }),
  },
];

async function onMessage(
  { backend }: CommandSite,
  id = "",
  act: (message: InboxMessage) => Promise<ReturnType<typeof done>>,
) {
  const [message, ...others] = await findMessages(backend, id);
  if (message === undefined)
    return refused(`There is no message with an ID that starts with ${id}.`);
  if (others.length > 0) return refused(`More than one message has an ID that starts with ${id}.`);
  return act(message);
}

function headOf({ id, createdAt, name, email, subject, message, read, flagged }: InboxMessage) {
  const [firstLine = ""] = message.split("\n");
  const about = subject || firstLine;
  return [
    id,
    createdAt,
    read ? "read  " : "unread",
    `${name} <${email}>`,
    ...(flagged === "" ? [] : [flagged]),
    about.length > 80 ? `${about.slice(0, 79)}…` : about,
  ].join("  ");
}

function describe(message: InboxMessage): string[] {
  const { id, createdAt, name, email, subject, read, flagged } = message;
  return [
    `ID       ${id}`,
    `From     ${name} <${email}>`,
    `Time     ${createdAt}`,
    ...(subject === "" ? [] : [`Subject  ${subject}`]),
    `State    ${[read ? "read" : "unread", ...(flagged === "" ? [] : [flagged])].join(", ")}`,
    "",
    ...message.message.replaceAll("\t", "    ").split("\n"),
  ];
}
