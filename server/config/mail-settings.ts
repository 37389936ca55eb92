/** Where mail goes: FOYER_SMTP_URL and FOYER_MAIL_FROM, read together because neither is of use alone. */
import { isIP } from "node:net";

export type MailSettings = {
  host: string;
  port: number;
  /** `implicit`: encrypted from the first byte; `starttls`: never a message without; `none`: the server is on this machine. */
  tls: "implicit" | "starttls" | "none";
  auth: { user: string; pass: string } | undefined;
  /** Sender; without a name the site's own is used. */
  from: { name: string | undefined; address: string };
};

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Undefined without a mail server, and when something is wrong: each mistake is added to `faults`, none repeats a password. */
export function readMailSettings(
  values: { url: string; from: string },
  faults: string[],
): MailSettings | undefined {
  if (values.url === "") {
    if (values.from !== "") {
      faults.push("FOYER_MAIL_FROM is of no use without FOYER_SMTP_URL: set both or neither.");
    }
    return undefined;
  }
  const server = readServer(values.url);
  const from = readSender(values.from);
  if (server === undefined) {
    faults.push(
      "FOYER_SMTP_URL is wrong: it must be smtp:// or smtps://, name and password with % where they need it, and the host, such as smtps://user:password@mail.example.com.",
    );
  }
  if (from === undefined) {
    faults.push(
      "FOYER_MAIL_FROM must be the sender's address, such as site@example.com or My site <site@example.com>.",
    );
  }
  return server && from && { ...server, from };
}

function readServer(text: string): Omit<MailSettings, "from"> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["smtp:", "smtps:"].includes(url.protocol)) return undefined;
  const isBare = ["", "/"].includes(url.pathname) && url.search === "" && url.hash === "";
  if (!isBare || url.hostname === "" || url.port === "0") return undefined;
  const implicit = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) === 0 && !/^[a-z0-9.-]+$/i.test(host)) return undefined;
  const auth = readLogin(url);
  if (auth === "wrong") return undefined;
  return {
    host,
    port: url.port === "" ? (implicit ? 465 : 587) : Number(url.port),
    tls: implicit ? "implicit" : loopback.has(url.hostname) ? "none" : "starttls",
    auth,
  };
}

function readLogin(url: URL): MailSettings["auth"] | "wrong" {
  if (url.username === "" && url.password === "") return undefined;
  try {
    const user = decodeURIComponent(url.username);
    const pass = decodeURIComponent(url.password);
    return user === "" || pass === "" ? "wrong" : { user, pass };
  } catch {
    // A lone % that stands for itself.
    return "wrong";
  }
}

function readSender(text: string): MailSettings["from"] | undefined {
  const parts = /^(?:(?<name>[^<>"\p{Cc}]*[^<>"\s\p{Cc}]) *<(?<inside>[^<>]+)>|(?<bare>[^<>]+))$/u;
  const { name, inside, bare } = parts.exec(text.trim())?.groups ?? {};
  const address = inside ?? bare ?? "";
  if (!/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(address))
    return undefined;
  return { name: name?.trim(), address };
}
