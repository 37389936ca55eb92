/** `npm run foyer -- user import|export`. The options are those of `firebase auth:import`. */
import { stat } from "node:fs/promises";
import type { AccountsCommand } from "./accounts-command.ts";
import { openInput, resolveFile, say, tell, writeOutput } from "./files.ts";
import { readArguments } from "./read-arguments.ts";
import { UsageError } from "./usage-error.ts";
import { exportUsers } from "./user-files-export.ts";
import { type ImportOptions, checkUsers, importUsers } from "./user-files-import.ts";
import type { JsonObject } from "./user-files-json.ts";

const progressEvery = 10_000;

/** Options that are the same number in `batchCreate`, by the names they have there. */
const numberOptions: Record<string, string> = {
  rounds: "rounds",
  parallelization: "parallelization",
  "block-size": "blockSize",
  "dk-len": "dkLen",
};

export const userFilesCommands: readonly AccountsCommand[] = [
  {
    name: "user export",
    usage: "user export [FILE]",
    meaning:
      "Write all accounts with the hashes of their passwords to a file or standard output, in the form of `firebase auth:export`.",
    details: ["FILE   An existing file is never replaced."],
    isRead: true,
    act: () => ({ action: "user.export" }),
    parse(args) {
      const { FILE: file } = readArguments(args, ["FILE?"]);
      return async (call, streams) => {
        if (file !== undefined && file !== "-") await requireNewFile(resolveFile(file));
        const progress = createProgress((users) => tell(streams, `${count(users)} are exported.`));
        await writeOutput(file, exportUsers(call, progress.tell), streams);
        tell(streams, `Exported ${count(progress.last())}.`);
      };
    },
  },
  {
    name: "user import",
    usage:
      "user import FILE [--hash-algo NAME] [--hash-key KEY] [--salt-separator TEXT] [--rounds N] [--mem-cost N] [--parallelization N] [--block-size N] [--dk-len N] [--overwrite] [--without-second-factors]",
    meaning:
      "Make the accounts of a file in the form of `firebase auth:export`, JSON or `.csv`; people sign in with the passwords they have. Accounts that are there stay as they are.",
    details: [
      "--hash-algo is SCRYPT (Firebase), BCRYPT, PBKDF_SHA1, PBKDF2_SHA256 or STANDARD_SCRYPT. A file of `user export` says",
      'itself how its passwords are hashed, and any file can: {"hashAlgorithm": ..., "users": [...]}, with the names of',
      "Identity Toolkit's batchCreate. Keys and separators are base64.",
      "--overwrite replaces accounts with the same localId, and signs their people out.",
      "--without-second-factors imports people who had one without it: their password alone signs them in.",
    ],
    isRead: false,
    act: (args) => ({
      action: "user.import",
      details: {
        overwrite: args.includes("--overwrite"),
        withoutSecondFactors: args.includes("--without-second-factors"),
      },
    }),
    parse(args) {
      const read = readArguments(args, ["FILE"], {
        "hash-algo": true,
        "hash-key": true,
        "salt-separator": true,
        "mem-cost": true,
        ...Object.fromEntries(Object.keys(numberOptions).map((name) => [name, true])),
        overwrite: false,
        "without-second-factors": false,
      });
      const { FILE: file = "" } = read;
      const options: ImportOptions = {
        isCsv: file.toLowerCase().endsWith(".csv"),
        hashConfig: readHashOptions(read),
        overwrite: read["overwrite"] !== undefined,
        withoutSecondFactors: read["without-second-factors"] !== undefined,
      };
      return async (call, streams, database) => {
        await using input = await openInput(file, streams);
        const { users, kept, withoutSecondFactor } = await checkUsers(call, input.handle, options);
        const progress = createProgress((done) => tell(streams, `${done} of ${count(users)}.`));
        const withLess = await importUsers(
          { call, database },
          input.handle,
          options,
          progress.tell,
        );
        const lines = [`Imported ${count(users - kept)}.`];
        if (kept === 1) lines.push("1 user was there already and stays as it is.");
        if (kept > 1) lines.push(`${kept} users were there already and stay as they are.`);
        if (withoutSecondFactor > 0) {
          lines.push(`${count(withoutSecondFactor)} lost the second factor.`);
        }
        if (withLess > 0) {
          lines.push(
            `${count(withLess)} came without the claim admin or editor: here these are roles, given by \`user grant\`.`,
          );
        }
        say(streams, lines.join(" "));
      };
    },
  },
];

/** A pipe may be there already. @throws Error */
async function requireNewFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) throw new Error(`${path} exists already. Nothing was exported.`);
}

/** @throws UsageError; undefined when no algorithm is named. */
function readHashOptions(read: Record<string, string>): JsonObject | undefined {
  const algorithm = read["hash-algo"]?.toUpperCase();
  const given = ["hash-key", "salt-separator", "mem-cost", ...Object.keys(numberOptions)];
  if (algorithm === undefined) {
    const lonely = given.find((name) => read[name] !== undefined);
    if (lonely !== undefined) throw new UsageError(`--${lonely} needs --hash-algo.`);
    return undefined;
  }
  const config: JsonObject = { hashAlgorithm: algorithm };
  if (read["hash-key"] !== undefined) config["signerKey"] = read["hash-key"];
  if (read["salt-separator"] !== undefined) config["saltSeparator"] = read["salt-separator"];
  const memCost = algorithm === "STANDARD_SCRYPT" ? "cpuMemCost" : "memoryCost";
  for (const [option, name] of Object.entries({ ...numberOptions, "mem-cost": memCost })) {
    const text = read[option];
    if (text === undefined) continue;
    if (!/^\d{1,10}$/.test(text)) throw new UsageError(`--${option} is a number.`);
    config[name] = Number(text);
  }
  return config;
}

function createProgress(onStep: (users: number) => void) {
  let told = 0;
  let last = 0;
  return {
    last: () => last,
    tell: (users: number) => {
      last = users;
      if (users - told < progressEvery) return;
      told = users;
      onStep(users);
    },
  };
}

const count = (users: number) => `${users} ${users === 1 ? "user" : "users"}`;
