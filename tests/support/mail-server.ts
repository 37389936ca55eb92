/** A real mail server on a free port of 127.0.0.1 that keeps what it gets. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { SMTPServerOptions } from "smtp-server";

export type ReceivedMail = {
  /** As the server was told, not as the headers say. */
  from: string;
  to: string[];
  /** By lower-case name, unfolded; the first where there are several. */
  headers: Record<string, string>;
  headerText: string;
  /** Decoded. */
  text: string;
};

export type MailServer = AsyncDisposable & {
  port: number;
  /** `smtp://127.0.0.1:PORT` */
  url: string;
  received: ReceivedMail[];
  /** The next mail to `address` that nobody has taken yet, as soon as it is there. */
  take(address: string): Promise<ReceivedMail>;
};

export async function openMailServer(
  options: Pick<SMTPServerOptions, "onRcptTo" | "onAuth" | "onConnect"> & {
    port?: number;
    /** With a certificate that nobody vouches for. */
    startTls?: boolean;
  } = {},
): Promise<MailServer> {
  const { port = 0, startTls = false, ...hooks } = options;
  const received: ReceivedMail[] = [];
  const untaken: ReceivedMail[] = [];
  const waiting: { address: string; resolve: (mail: ReceivedMail) => void }[] = [];
  const server = new SMTPServer({
    ...hooks,
    authOptional: hooks.onAuth === undefined,
    allowInsecureAuth: true,
    disabledCommands: [
      ...(startTls ? [] : ["STARTTLS"]),
      ...(hooks.onAuth === undefined ? ["AUTH"] : []),
    ],
    logger: false,
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        const mail = { from, to, ...readMail(Buffer.concat(chunks).toString("utf8")) };
        received.push(mail);
        done();
        const at = waiting.findIndex(({ address }) => to.includes(address));
        if (at === -1) untaken.push(mail);
        else waiting.splice(at, 1)[0]?.resolve(mail);
      });
    },
  });
  // A client that goes away in the middle is what some tests are about.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address() as AddressInfo;
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    take(wanted) {
      const at = untaken.findIndex(({ to }) => to.includes(wanted));
      const [mail] = at === -1 ? [] : untaken.splice(at, 1);
      if (mail) return Promise.resolve(mail);
      return new Promise((resolve) => waiting.push({ address: wanted, resolve }));
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

/** The first link of a mail. */
export function linkIn({ text }: Pick<ReceivedMail, "text">): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`There is no link in: ${text}`);
  return link;
}

function readMail(source: string): Pick<ReceivedMail, "headers" | "headerText" | "text"> {
  const end = source.indexOf("\r\n\r\n");
  const headerText = source.slice(0, end);
  const headers: Record<string, string> = {};
  for (const line of headerText.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [, name = "", value = ""] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    headers[name.toLowerCase()] ??= decodeWords(value);
  }
  const body = source.slice(end + 4);
  const isQuoted = headers["content-transfer-encoding"] === "quoted-printable";
  return { headers, headerText, text: isQuoted ? decodeQuoted(body) : body };
}

function decodeQuoted(text: string): string {
  const joined = text.replaceAll("=\r\n", "").replaceAll("\r\n", "\n");
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeWords(value: string): string {
  const word = /=\?utf-8\?([qb])\?([^?]*)\?=(?:\s+(?==\?))?/gi;
  return value.replaceAll(word, (_, encoding: string, text: string) =>
    encoding.toLowerCase() === "b"
      ? Buffer.from(text, "base64").toString("utf8")
      : decodeQuoted(text.replaceAll("_", " ")),
  );
}
