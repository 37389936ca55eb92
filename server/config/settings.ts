/**
 * The settings of the process, from environment variables. Every mistake is reported at once, each in one sentence that
 * says what to do.
 */
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import type { MapSource } from "#lib/map-source.ts";
import { readAiSettings } from "./ai-settings.ts";
import type { AiProviderSettings } from "./ai-settings.ts";
import { readFirebaseSettings } from "./firebase-settings.ts";
import type { FirebaseSettings } from "./firebase-settings.ts";
import { readAppCheckSettings } from "./app-check-settings.ts";
import type { AppCheckSettings } from "./app-check-settings.ts";
import { readMailSettings } from "./mail-settings.ts";
import type { MailSettings } from "./mail-settings.ts";
import { readMapSettings } from "./map-settings.ts";
import { settingRows } from "./setting-rows.ts";
import { readSignInProviders } from "./sign-in-provider-settings.ts";
import type { SignInProvider } from "./sign-in-provider-settings.ts";

export type Settings = {
  port: number;
  host: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** `scheme://host[:port]` under which visitors reach the site; undefined means loopback names only. */
  origin: URL | undefined;
  /** Number of proxies in front, or their addresses; empty means that `X-Forwarded-*` is ignored. */
  trustProxy: number | string[];
  projectId: string;
  /** Where Firebase is the backend; undefined where the backend is inside this process. */
  firebase: FirebaseSettings | undefined;
  /** Undefined: mail is kept in the outbox only. */
  mail: MailSettings | undefined;
  /** Other sites that people may sign in by, in the order of their buttons. */
  signInProviders: SignInProvider[];
  /** What an account may keep in files, unless another limit is set for it. */
  userQuotaBytes: number;
  /** What all files of the site may have together. */
  filesMaxBytes: number;
  /** What prepared pictures may have; 0: none is kept. */
  imageCacheBytes: number;
  /** Absolute path of the folder of back-ups. */
  backupsDir: string;
  /** Undefined: requests for files may come from any app. */
  appCheck: AppCheckSettings | undefined;
  /** For GitHub's API; undefined without one. A secret. */
  gitHubToken: string | undefined;
  /** Where pushes may be sent beside the services of browsers. */
  pushHosts: string[];
  /** Undefined: there is no AI. */
  ai: AiProviderSettings | undefined;
  /** For the pages about food. */
  map: MapSource;
  /** Absolute path of a file by which countries of visitors are told; undefined for none. */
  countriesDb: string | undefined;
  /** Whether browsers keep pages for reading without a connection. */
  serviceWorker: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
};

const onlyWith = {
  firebase: ["FOYER_SERVICE_ACCOUNT", "FOYER_FIREBASE_CONFIG", "FOYER_OWNER_EMAIL"],
  // Firebase sends its mails itself, and a server in front of it keeps nothing that could wait.
  embedded: [
    "FOYER_SMTP_URL",
    "FOYER_MAIL_FROM",
    "FOYER_FILES_MAX_GB",
    "FOYER_BACKUPS_DIR",
    "FOYER_APP_CHECK_PROJECT",
    "FOYER_APP_CHECK_KEYS",
  ],
};

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

// These switch signature checks off in Firebase's own libraries: a server that sees one must not run.
const emulatorSwitches = [
  "FIREBASE_AUTH_EMULATOR_HOST",
  "FIREBASE_DATABASE_EMULATOR_HOST",
  "FIREBASE_EMULATOR_HUB",
  "FIREBASE_STORAGE_EMULATOR_HOST",
  "FIRESTORE_EMULATOR_HOST",
  "STORAGE_EMULATOR_HOST",
];

export class SettingsError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(faults.join("\n"));
    this.name = "SettingsError";
    this.faults = faults;
  }
}

/** @throws SettingsError with every fault at once. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const faults: string[] = [];
  const value = (name: string): string => {
    const text = env[name]?.trim();
    return text === undefined || text === ""
      ? (settingRows.find((row) => row.name === name)?.fallback ?? "")
      : text;
  };

  for (const name of emulatorSwitches) {
    if (env[name] !== undefined) {
      faults.push(`${name} is an emulator switch that turns security checks off. Unset it.`);
    }
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith("FOYER_") && !settingRows.some((row) => row.name === name)) {
      faults.push(`${name} is not a setting. docs/configuration.md lists them all.`);
    }
  }

  const port = /^\d{1,5}$/.test(value("PORT")) ? Number(value("PORT")) : Number.NaN;
  if (!(port <= 65_535)) {
    faults.push(`PORT is "${value("PORT")}": it must be a whole number from 0 to 65535.`);
  }
  const host = value("HOST");
  if (isIP(host) === 0 && host !== "localhost") {
    faults.push(`HOST is "${host}": it must be an IP address, such as 127.0.0.1 or 0.0.0.0.`);
  }
  const origin = readOrigin(value("FOYER_ORIGIN"), faults);
  const trustProxy = readTrustProxy(value("FOYER_TRUST_PROXY"), faults);
  const backend = value("FOYER_BACKEND");
  if (backend !== "embedded" && backend !== "firebase") {
    faults.push(`FOYER_BACKEND is "${backend}": it must be "embedded" or "firebase".`);
  }
  const firebase =
    backend === "firebase"
      ? readFirebaseSettings(value, value("FOYER_PROJECT"), faults)
      : undefined;
  if (backend === "embedded" || backend === "firebase") {
    const other = backend === "embedded" ? "firebase" : "embedded";
    for (const name of onlyWith[other]) {
      if ((env[name]?.trim() ?? "") !== "")
        faults.push(`${name} is set, but only FOYER_BACKEND=${other} uses it.`);
    }
  }
  const projectId = firebase?.options.projectId ?? (value("FOYER_PROJECT") || "foyer");
  if (!/^[a-z][a-z0-9-]{2,29}$/.test(projectId)) {
    faults.push(
      `FOYER_PROJECT is "${projectId}": it must be 3 to 30 lower-case letters, digits and hyphens, starting with a letter.`,
    );
  }
  const mail = readMailSettings(
    { url: value("FOYER_SMTP_URL"), from: value("FOYER_MAIL_FROM") },
    faults,
  );
  const signInProviders = readSignInProviders(
    value("FOYER_SIGN_IN_PROVIDERS"),
    backend === "firebase" ? "firebase" : "embedded",
    faults,
  );
  const authDomain = firebase?.options.authDomain ?? "";
  if (firebase && signInProviders.length > 0 && !/^[a-z0-9.-]+(?::\d+)?$/.test(authDomain)) {
    faults.push(
      "FOYER_SIGN_IN_PROVIDERS is set, but the file of FOYER_FIREBASE_CONFIG has no authDomain, which is the host where Firebase asks providers.",
    );
  }
  const userQuotaMb = readWhole("FOYER_USER_QUOTA_MB", value, faults);
  const filesMaxGb = readWhole("FOYER_FILES_MAX_GB", value, faults);
  const imageCacheMb = readWhole("FOYER_IMAGE_CACHE_MB", value, faults);
  const appCheck = readAppCheckSettings(
    { project: value("FOYER_APP_CHECK_PROJECT"), keys: value("FOYER_APP_CHECK_KEYS") },
    faults,
  );
  const gitHubToken = value("FOYER_GITHUB_TOKEN");
  if (!/^[\w.-]{0,300}$/.test(gitHubToken)) {
    faults.push("FOYER_GITHUB_TOKEN is wrong: it must be a token as GitHub shows it once.");
  }
  const pushHosts = value("FOYER_PUSH_HOSTS").split(",").filter(Boolean);
  if (!pushHosts.every((host) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host))) {
    faults.push(
      "FOYER_PUSH_HOSTS is wrong: it must be host names in small letters with commas in between, such as `push.example.com`.",
    );
  }
  const ai = readAiSettings(
    {
      url: value("FOYER_AI_URL"),
      key: value("FOYER_AI_KEY"),
      models: value("FOYER_AI_MODELS"),
    },
    faults,
  );
  const map = readMapSettings(
    {
      tiles: value("FOYER_MAP_TILES"),
      attribution: value("FOYER_MAP_ATTRIBUTION"),
      link: value("FOYER_MAP_LINK"),
    },
    faults,
  );
  const countriesDb = value("FOYER_COUNTRIES_DB");
  const serviceWorker = value("FOYER_SERVICE_WORKER");
  if (serviceWorker !== "on" && serviceWorker !== "off") {
    faults.push(`FOYER_SERVICE_WORKER is "${serviceWorker}": it must be "on" or "off".`);
  }
  const logLevel = logLevels.find((level) => level === value("FOYER_LOG_LEVEL"));
  if (logLevel === undefined) {
    faults.push(
      `FOYER_LOG_LEVEL is "${value("FOYER_LOG_LEVEL")}": it must be one of ${logLevels.join(", ")}.`,
    );
  }
  if (faults.length > 0 || logLevel === undefined) throw new SettingsError(faults);
  const dataDir = resolve(value("FOYER_DATA"));
  return {
    port,
    host,
    dataDir,
    backupsDir: resolve(value("FOYER_BACKUPS_DIR") || join(dataDir, "backups")),
    origin,
    trustProxy,
    projectId,
    firebase,
    mail,
    signInProviders,
    userQuotaBytes: userQuotaMb * 1024 ** 2,
    filesMaxBytes: filesMaxGb * 1024 ** 3,
    imageCacheBytes: imageCacheMb * 1024 ** 2,
    appCheck,
    gitHubToken: gitHubToken || undefined,
    pushHosts,
    ai,
    map,
    countriesDb: countriesDb === "" ? undefined : resolve(countriesDb),
    serviceWorker: serviceWorker === "on",
    logLevel,
  };
}

function readWhole(name: string, value: (name: string) => string, faults: string[]): number {
  const text = value(name);
  if (/^\d{1,6}$/.test(text)) return Number(text);
  faults.push(`${name} is "${text}": it must be a whole number from 0 to 999999.`);
  return 0;
}

function readOrigin(text: string, faults: string[]): URL | undefined {
  if (text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin =
    url !== undefined &&
    ["http:", "https:"].includes(url.protocol) &&
    url.href === `${url.origin}/`;
  if (!isOrigin) {
    // An address can hold a password, so it is not repeated.
    faults.push(
      `FOYER_ORIGIN is wrong: it must be scheme and host only, such as https://example.com.`,
    );
    return undefined;
  }
  return url;
}

function readTrustProxy(text: string, faults: string[]): number | string[] {
  if (text === "") return [];
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > 10)
      faults.push(`FOYER_TRUST_PROXY is ${hops}: more than 10 proxies in a row is a mistake.`);
    return hops;
  }
  const ranges = text.split(",").map((range) => range.trim());
  for (const range of ranges) {
    if (!isRange(range)) {
      faults.push(
        `FOYER_TRUST_PROXY has "${range}": it must be a number of proxies, or addresses and CIDR ranges such as 10.0.0.0/8.`,
      );
    }
  }
  return ranges;
}

function isRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}
