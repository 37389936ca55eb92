/** Service accounts: programs outside the server that act as administrators, each with a key file. */
import { existsSync } from "node:fs";
import type { ServiceAccountInfo } from "#backend";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import { forTerminal, resolveFile, say, writeNewFile, writeOutput } from "./files.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command, CommandSite } from "./site-command.ts";

const name = "service-account";

export const serviceAccountCommands: readonly Command[] = [
  {
    name: `${name} create`,
    usage: "service-account create [FILE] [--name N]",
    meaning: "Make a service account and write its key file; `-` is standard output.",
    details: [
      "FILE       Without one it is named after the account. An existing file is never replaced.",
      "--name N   What it is for, as `service-account list` prints it.",
      "",
      "The file is in Google's form and the only copy of the key: who has it is an administrator.",
    ],
    parse: (args) => ({ values: readArguments(args, ["file?"], { name: true }) }),
    act: ({ embedded }, { values = {} }) =>
      embedded === undefined
        ? undefined
        : { action: "service-account.create", details: { name: values["name"] ?? "" } },
    run: createAccount,
    async finish({ values, ask, streams }) {
      const { file } = values;
      if (file !== undefined && file !== "-" && existsSync(resolveFile(file))) {
        throw new Error(`${resolveFile(file)} exists already. No service account was made.`);
      }
      const made = await ask({ name: `${name} create`, values });
      if (!made.ok || made.file === undefined) {
        streams.errors.write(forTerminal(made.lines));
        return 1;
      }
      const { client_email: email } = JSON.parse(made.file) as { client_email: string };
      try {
        if (file === "-") await writeOutput("-", [made.file], streams);
        else {
          const path = await writeNewFile(file ?? `${email.split("@")[0]}.json`, made.file);
          say(streams, `Made ${email}; its key is in ${path}. There is no other copy.`);
        }
      } catch (error) {
        // A key that nobody has is one that nobody misses.
        await ask({ name: `${name} revoke`, values: { email } });
        throw error;
      }
      return 0;
    },
  },
  {
    name: `${name} list`,
    usage: "service-account list",
    meaning: "Print all service accounts: e-mail, when it was made, when it was last used, name.",
    needsData: true,
    parse: (args) => ({ values: readArguments(args, []) }),
    async run({ embedded }) {
      const accounts = await embedded?.listServiceAccounts();
      if (accounts === undefined) return elsewhere();
      return done(...(accounts.length === 0 ? ["There are none."] : accounts.map(describe)));
    },
  },
  {
    name: `${name} revoke`,
    usage: "service-account revoke EMAIL",
    meaning: "Remove a service account; its key and all its access end at once.",
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["email"]) }),
    act: ({ embedded }, { values = {} }) =>
      embedded === undefined
        ? undefined
        : { action: "service-account.revoke", details: { email: values["email"] ?? "" } },
    async run({ embedded }, { values = {} }) {
      const { email = "" } = values;
      const isGone = await embedded?.revokeServiceAccount(email);
      if (isGone === undefined) return elsewhere();
      if (isGone) return done(`${email} is revoked.`);
      return refused(`There is no service account ${email}: npm run foyer -- ${name} list`);
    },
  },
];

async function createAccount(
  site: CommandSite,
  { values = {} }: CommandInput,
): Promise<CommandResult> {
  const { embedded } = site;
  if (embedded === undefined) return elsewhere();
  const origin = site.origin?.();
  if (origin === undefined) return refused("The server is starting. Try again in a moment.");
  const { name: displayName } = values;
  try {
    const key = await embedded.createServiceAccount(
      origin,
      displayName === undefined ? {} : { displayName },
    );
    return { ...done(), file: `${JSON.stringify(key, null, 2)}\n` };
  } catch (error) {
    // Refusals of the backend say in words what to do; anything else is for the log too.
    if (!(error instanceof Error && error.name === "OperationError")) throw error;
    return refused(error.message);
  }
}

function elsewhere(): CommandResult {
  return refused("Service accounts of Firebase are made, listed and revoked in Google's console.");
}

function describe({ clientEmail, displayName, createdAt, lastUsedAt }: ServiceAccountInfo): string {
  const instant = (ms: number) => new Date(ms).toISOString();
  return [
    clientEmail,
    `made ${instant(createdAt)}`,
    lastUsedAt === null ? "never used" : `last used ${instant(lastUsedAt)}`,
    ...(displayName === null ? [] : [displayName]),
  ].join("  ");
}
