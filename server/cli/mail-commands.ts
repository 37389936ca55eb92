/** `mail list` and `mail show`: what waits in the outbox, read from the data folder whether a server runs or not. */
import { masked } from "../mail/message.ts";
import type { KeptMail } from "../mail/message.ts";
import { readOutbox } from "../mail/outbox.ts";
import { forTerminal } from "./files.ts";
import type { Streams } from "./files.ts";
import { UsageError } from "./usage-error.ts";

export type MailCommand = {
  name: string;
  usage: string;
  meaning: string;
  details: readonly string[];
  /** Returns the exit code. @throws UsageError */
  run: (args: readonly string[], dataDir: string, streams: Streams) => Promise<number>;
};

export const mailCommands: readonly MailCommand[] = [
  {
    name: "mail list",
    usage: "mail list",
    meaning: "Print the mails that wait in the outbox, without their codes.",
    details: ["The word at the start of each is the ID for `mail show`."],
    async run(args, dataDir, { output }) {
      if (args.length > 0) throw new UsageError();
      const mails = await readOutbox(dataDir);
      const lines = mails.flatMap((mail) => [headOf(mail), ...body(masked(mail)), ""]);
      output.write(forTerminal(mails.length === 0 ? ["No mail waits."] : lines.slice(0, -1)));
      return 0;
    },
  },
  {
    name: "mail show",
    usage: "mail show ID",
    meaning: "Print a mail of the outbox whole, with the code that only its recipient should have.",
    details: ["ID   As `mail list` prints it, or its first characters."],
    async run(args, dataDir, { output, errors }) {
      const [id = ""] = args;
      if (args.length !== 1 || id === "") throw new UsageError();
      const [mail, ...others] = (await readOutbox(dataDir)).filter(({ name }) =>
        name.startsWith(id),
      );
      if (mail === undefined || others.length > 0) {
        const why = mail ? "More than one mail has" : "No mail in the outbox has";
        errors.write(forTerminal([`${why} an ID that starts with ${id}.`]));
        return 1;
      }
      output.write(forTerminal([headOf(mail), ...body(mail.text)]));
      return 0;
    },
  },
];

function headOf({ name, to, subject, createdAt, expiresAt }: KeptMail): string {
  const time = (ms: number) => new Date(ms).toISOString();
  return `${name}  to ${to}  of ${time(createdAt)}  until ${time(expiresAt)}  ${subject}`;
}

function body(text: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`));
}
