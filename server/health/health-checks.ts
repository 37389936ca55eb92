/**
 * The state of the site in sentences: what is, and what to do about it. Each check stands alone: one that fails says so
 * and leaves the others as they are. What Firebase does not tell is `unknown`.
 */
import { statfs } from "node:fs/promises";
import { backupsDocument } from "#lib/backups.ts";
import { editorPathOf } from "#lib/content/kinds.ts";
import type { BackupState } from "#lib/backups.ts";
import type { Health, HealthCheck } from "#lib/health.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { expiringOf } from "../link-checks/remind-expiry.ts";
import type { LinkChecks } from "../link-checks/link-checks.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/mail.ts";
import { createFolderSize } from "./folder-size.ts";
import { readCertificate } from "./https-certificate.ts";
import { bytesIn, countOf, dayIn, durationIn, list } from "./words.ts";

type Found = Omit<HealthCheck, "id" | "title">;
type Check = { id: string; title: string; look: () => Promise<Found> };

export type HealthDeps = {
  backend: Pick<
    ServerBackend,
    "publicData" | "getDocument" | "listDocuments" | "storageUsage" | "authConfig"
  >;
  jobs: () => Pick<Jobs, "list">;
  /** Undefined at Firebase. */
  mail: Pick<Mail, "sends" | "waiting"> | undefined;
  links: Pick<LinkChecks, "problems">;
  /** Of sites that tell something of the owner, such as GitHub. */
  profileProblems: () => Promise<{ message: string; nextTryAt: string }[]>;
  /** Undefined at Firebase: nothing is kept on this disk. */
  dataDir: string | undefined;
  origin: () => string;
  version: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Names of other sites by which people may sign in. */
  providers: readonly string[];
  mailTestPath: string;
  log: Log;
  now: () => number;
  /** For tests. */
  certificateOf?: typeof readCertificate;
};

const hour = 3_600_000;
const day = 24 * hour;
const gibi = 1024 ** 3;
const onFirebase =
  "Firebase keeps the data: its console says how much there is, and what it costs.";

export function createHealth(deps: HealthDeps): () => Promise<Health> {
  const { log, now } = deps;
  const checks = checksOf(deps);
  return async () => ({
    at: new Date(now()).toISOString(),
    checks: await Promise.all(
      checks.map(async ({ id, title, look }) => {
        try {
          return { id, title, ...(await look()) };
        } catch (error) {
          log.error({ err: error, check: id }, "a check of the site's health failed");
          const text = "This could not be found out. The log of the server says why.";
          return { id, title, state: "unknown", text, todo: "" } satisfies HealthCheck;
        }
      }),
    ),
  });
}

function checksOf(deps: HealthDeps): Check[] {
  const { backend, mail, links, dataDir, version, startedAt, providers, now } = deps;
  const certificateOf = deps.certificateOf ?? readCertificate;
  const sizeOf = dataDir === undefined ? undefined : createFolderSize(dataDir, now);
  return [
    {
      id: "server",
      title: "Server",
      look: async () =>
        ok(
          `Foyer ${version} on Node ${process.versions.node}, running for ${durationIn(now() - startedAt)}.`,
        ),
    },
    {
      id: "https",
      title: "Encryption",
      look: () => lookAtHttps(deps.origin(), certificateOf, now()),
    },
    {
      id: "disk",
      title: "Disk",
      async look() {
        if (dataDir === undefined || sizeOf === undefined) return unknown(onFirebase);
        const [{ bsize, bavail }, size] = await Promise.all([statfs(dataDir), sizeOf()]);
        const free = bsize * bavail;
        const kept = `${size.isWhole ? "" : "more than "}${bytesIn(size.bytes)}`;
        const text = `The data folder has ${kept}; ${bytesIn(free)} of the disk are free.`;
        const todo = "Make room on the disk, or move the data folder to a larger one.";
        if (free < gibi / 2) return { state: "bad", text, todo };
        return free < 2 * gibi ? { state: "warn", text, todo } : ok(text);
      },
    },
    {
      id: "files",
      title: "Stored files",
      async look() {
        const { objects, usedBytes, limitBytes } = await backend.storageUsage("");
        const of = limitBytes === null ? "" : ` of ${bytesIn(limitBytes)}`;
        const text = `${countOf(objects, "file")} with ${bytesIn(usedBytes)}${of}.`;
        if (limitBytes === null || usedBytes < 0.9 * limitBytes) return ok(text);
        const todo = "Delete what nobody needs, or raise FOYER_FILES_MAX_GB.";
        const path = "/WebsiteManager?section=media";
        return { state: usedBytes >= limitBytes ? "bad" : "warn", text, todo, path };
      },
    },
    { id: "backups", title: "Back-ups", look: () => lookAtBackups(deps) },
    { id: "drill", title: "Restore drill", look: () => lookAtDrill(deps) },
    { id: "mail", title: "Mail", look: () => lookAtMail(deps, mail) },
    {
      id: "jobs",
      title: "Jobs",
      async look() {
        const { jobs } = await deps.jobs().list({ state: "failed", limit: 20 });
        if (jobs.length === 0) return ok("Nothing that the server had to do has failed.");
        const kinds = [...new Set(jobs.map(({ kind }) => kind))];
        const count =
          jobs.length === 20
            ? "At least 20 jobs have"
            : `${countOf(jobs.length, "job")} ${jobs.length === 1 ? "has" : "have"}`;
        return {
          state: "bad",
          text: `${count} failed: ${list(kinds)}.`,
          todo: "See why, and try them again.",
          path: "/UserManagement?tab=jobs&job=failed",
        };
      },
    },
    {
      id: "sign-in",
      title: "Sign-in",
      async look() {
        const { signIn } = await backend.authConfig();
        const ways = [
          ...(signIn?.email?.enabled === false ? [] : ["e-mail and password"]),
          ...providers,
        ];
        return ok(`People sign in with ${list(ways) || "nothing that this server knows of"}.`);
      },
    },
    {
      id: "links",
      title: "Links",
      async look() {
        const broken = await links.problems();
        const [first] = broken;
        if (first === undefined)
          return ok("No link is known to lead nowhere. They are looked at weekly.");
        const more = broken.length === 1 ? "" : ` ${broken.length - 1} more have such a link.`;
        return {
          state: "warn",
          text: `${first.problem}${more}`,
          todo: "Change or remove the link.",
          path: editorPathOf(first.kind, first.docId),
        };
      },
    },
    {
      id: "profiles",
      title: "GitHub and LeetCode",
      async look() {
        const [first, ...others] = await deps.profileProblems();
        if (first === undefined) return ok("What they say of you was read when it had to be.");
        const text = [first, ...others].map(({ message }) => message).join(" ");
        const until = `${first.nextTryAt.slice(0, 16).replace("T", " ")} UTC`;
        const todo = `Nothing, if it passes: pages show what was read last, and it is tried again from ${until} on. Else see whether the profile in the resume is right.`;
        return { state: "warn", text, todo, path: "/WebsiteManager?section=resume" };
      },
    },
    {
      id: "expiry",
      title: "Certificates",
      async look() {
        const [first, ...others] = expiringOf(await backend.listDocuments("certificates"), now());
        if (first === undefined) return ok("None expires within thirty days.");
        const more = others.length === 0 ? "" : `, and ${countOf(others.length, "other")} soon`;
        return {
          state: "warn",
          text: `“${first.title}” expires on ${first.expiryDate}${more}.`,
          todo: "Renew it, or change it.",
          path: "/EditCertificates",
        };
      },
    },
    {
      id: "sample",
      title: "Starter content",
      async look() {
        const { sample, failed } = await backend.publicData();
        if (failed) {
          const text = "The content cannot be read, so the pages show what was read last.";
          return { state: "bad", text, todo: "See the log of the server." };
        }
        if (sample === false) return ok("All content is your own.");
        return {
          state: "warn",
          text: "Made-up content is still shown, and search engines are kept away.",
          todo: "Replace it with your own, then remove the rest.",
          path: "/WebsiteManager",
        };
      },
    },
  ];
}

async function lookAtHttps(
  origin: string,
  certificateOf: typeof readCertificate,
  now: number,
): Promise<Found> {
  const url = new URL(origin);
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (isHere) {
    const text = `The site is served on this machine only (${origin}).`;
    const todo = "To show it to others set FOYER_ORIGIN and put a proxy with https in front.";
    return { state: "unknown", text, todo };
  }
  if (url.protocol !== "https:") {
    const text = `Visitors come without encryption (${origin}).`;
    const todo = "Put a proxy with https in front, and set FOYER_ORIGIN to its address.";
    return { state: "bad", text, todo };
  }
  const found = await certificateOf(url).catch(() => undefined);
  if (found === undefined) {
    return unknown(`The certificate of ${url.host} cannot be looked at from the server.`);
  }
  const left = found.validTo - now;
  const until = dayIn(found.validTo);
  const todo = "Renew it where https is set up, or see why that does not happen by itself.";
  if (left <= 0 || !found.isTrusted) {
    const what = left <= 0 ? `ended on ${until}` : "is not one that browsers trust";
    return { state: "bad", text: `The certificate of ${url.host} ${what}.`, todo };
  }
  const text = `The certificate of ${url.host} is good until ${until}.`;
  return left < 10 * day ? { state: "warn", text, todo } : ok(text);
}

const backupsPath = "/WebsiteManager?section=backups";
const firebaseBackups = "Firebase makes back-ups itself, where its console says so.";

async function stateOfBackups({ backend }: HealthDeps): Promise<Partial<BackupState>> {
  const stored = await backend.getDocument(backupsDocument);
  return stored?.data ?? {};
}

async function lookAtBackups(deps: HealthDeps): Promise<Found> {
  if (deps.dataDir === undefined) return unknown(firebaseBackups);
  const { last, failure } = await stateOfBackups(deps);
  const path = backupsPath;
  if (failure) {
    const text = `The last back-up, on ${dayIn(failure.at)}, failed. ${failure.text}`;
    return { state: "bad", text, todo: "See what is wrong, then make one.", path };
  }
  if (!last) return { state: "warn", text: "There is no back-up yet.", todo: "Make one.", path };
  const age = deps.now() - Date.parse(last.at);
  const text = `The last one was made ${durationIn(age)} ago and has ${bytesIn(last.bytes)}.`;
  return age > 3 * day ? { state: "warn", text, todo: "Make one.", path } : ok(text);
}

async function lookAtDrill(deps: HealthDeps): Promise<Found> {
  if (deps.dataDir === undefined) return unknown(firebaseBackups);
  const { drill } = await stateOfBackups(deps);
  const path = backupsPath;
  const todo = "Run the drill: it restores a back-up beside the site and compares.";
  if (!drill) return { state: "warn", text: "No back-up was ever restored to try it.", todo, path };
  if (!drill.ok) {
    return { state: "bad", text: `On ${dayIn(drill.at)} it failed. ${drill.text}`, todo, path };
  }
  const age = deps.now() - Date.parse(drill.at);
  const text = `A back-up was restored and compared ${durationIn(age)} ago.`;
  return age > 31 * day ? { state: "warn", text, todo, path } : ok(text);
}

async function lookAtMail(
  { backend, mailTestPath, now }: HealthDeps,
  mail: HealthDeps["mail"],
): Promise<Found> {
  if (mail === undefined) {
    return unknown("Firebase sends the mails of sign-in. Messages of visitors are not mailed.");
  }
  if (!mail.sends) {
    const text = "No mail server is set: nothing is mailed, and you cannot reply from the inbox.";
    const todo = "Set FOYER_SMTP_URL and FOYER_MAIL_FROM, then start the server again.";
    return { state: "warn", text, todo };
  }
  const [{ total, mails }, tested] = await Promise.all([
    mail.waiting(1000),
    backend.getDocument(mailTestPath),
  ]);
  const oldest = Math.min(...mails.map(({ createdAt }) => createdAt));
  if (total > 0 && now() - oldest > hour) {
    const text = `${countOf(total, "mail")} waiting, the oldest for ${durationIn(now() - oldest)}: the mail server does not take them.`;
    return { state: "bad", text, todo: "Send a test mail to see what the mail server says." };
  }
  const { outcome, at } = tested?.data ?? {};
  const when = typeof at === "string" ? dayIn(at) : "";
  if (outcome === undefined) {
    return { state: "warn", text: "It was never tried.", todo: "See whether a mail arrives." };
  }
  if (outcome === "sent")
    return ok(`The test mail of ${when} was taken. ${countOf(total, "mail")} waiting.`);
  const text = `The mail server did not take the test mail of ${when}.`;
  return { state: "bad", text, todo: "Send another one to see what it says." };
}

function ok(text: string): Found {
  return { state: "ok", text, todo: "" };
}

function unknown(text: string): Found {
  return { state: "unknown", text, todo: "" };
}
