/** What is kept in files, by whom, and how much each account may keep. */
import type { StorageUsage } from "#lib/server-backend.ts";
import { findProvedUser, findUser, UserChangeError } from "../accounts/change-user.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command, CommandSite } from "./site-command.ts";
import { UsageError } from "./usage-error.ts";

const namesAPage = 1000;
const units = ["KB", "MB", "GB", "TB"];

export const storageCommands: readonly Command[] = [
  {
    name: "storage usage",
    usage: "storage usage [USER]",
    meaning: "Print how much is kept in files, by somebody or by all, and how much may be.",
    details: ["USER   E-mail or uid; also the uid of an account that is gone."],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["who?"]) }),
    async run({ backend }, { values = {} }) {
      const { who } = values;
      const uid = who === undefined ? "" : await uidOf(backend, who);
      return done(...describe(await backend.storageUsage(uid)));
    },
  },
  {
    name: "storage quota",
    usage: "storage quota USER SIZE",
    meaning:
      "Set how much somebody may keep in files: 5GB, 500MB; `default` is what everybody may.",
    details: [
      "USER   E-mail or uid.",
      "SIZE   A number with KB, MB, GB or TB, each 1024 of the one before; 0 for nothing more.",
    ],
    needsData: true,
    parse(args) {
      const values = readArguments(args, ["who", "size"]);
      // Said before anything is opened.
      readSize(values["size"] ?? "");
      return { values };
    },
    async act({ backend }, { values = {} }) {
      const { who = "", size = "" } = values;
      const { uid } = await findProvedUser(backend, who);
      return {
        action: "storage.set-quota",
        target: uid,
        details: { bytes: readSize(size) ?? "default" },
      };
    },
    async run({ backend }, { values = {} }) {
      const { who = "", size = "" } = values;
      const { uid } = await findProvedUser(backend, who);
      await backend.setStorageQuota(uid, readSize(size));
      return done(...describe(await backend.storageUsage(uid)));
    },
  },
  {
    name: "storage list",
    usage: "storage list [FOLDER]",
    meaning: "Print the names of all files, or of those in a folder and below it.",
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["folder?"]) }),
    async run({ backend }, { values = {}, page }) {
      const { folder = "" } = values;
      const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
      const { names, next } = await backend.listObjects(prefix, { token: page, size: namesAPage });
      return { ...done(...names), ...(next !== undefined && { next }) };
    },
  },
  {
    name: "storage delete",
    usage: "storage delete NAME",
    meaning: "Delete a file; there is no way back.",
    details: ["NAME   Whole, as `storage list` prints it."],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["name"]) }),
    async run({ backend }, { values = {} }) {
      const { name = "" } = values;
      const existed = await backend.deleteObject(name);
      return existed ? done(`Deleted ${name}.`) : refused(`There is no file ${name}.`);
    },
  },
];

/** What is kept by an account that is gone can still be counted. */
async function uidOf(backend: CommandSite["backend"], who: string): Promise<string> {
  try {
    return (await findUser(backend, who)).uid;
  } catch (error) {
    if (!(error instanceof UserChangeError) || who.includes("@")) throw error;
    const { objects, reservedBytes, isOwnLimit } = await backend.storageUsage(who);
    if (objects === 0 && reservedBytes === 0 && !isOwnLimit) throw error;
    return who;
  }
}

/** Bytes, null for the usual limit. @throws UsageError */
function readSize(text: string): number | null {
  if (text === "default") return null;
  const [, number = "", unit] = /^(\d{1,6}(?:\.\d{1,3})?)([KMGT]B)$/i.exec(text) ?? [];
  if (number === "" && text !== "0") {
    throw new UsageError(`${text} is no size: write it as 5GB or 500MB, or default.`);
  }
  const power = units.indexOf((unit ?? "").toUpperCase()) + 1;
  return Math.floor(Number(number) * 1024 ** power);
}

function describe(usage: StorageUsage): string[] {
  const { uid, objects, usedBytes, reservedBytes, limitBytes, isOwnLimit } = usage;
  const files = objects === 1 ? "1 file" : `${objects} files`;
  const limit = limitBytes === null ? "no limit of its own" : `of ${shownSize(limitBytes)}`;
  return [
    `${uid === "" ? "all" : uid}  ${files}  ${shownSize(usedBytes)}  ${limit}` +
      (isOwnLimit ? "  set for this account" : "") +
      (reservedBytes === 0 ? "" : `  ${shownSize(reservedBytes)} for uploads under way`),
  ];
}

function shownSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power - 1]}`;
}
