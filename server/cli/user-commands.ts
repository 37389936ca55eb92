/** People's accounts, for who has the machine: made, given roles, let in again and kept out. */
import { BackendError } from "#lib/server-backend.ts";
import type { Account } from "#lib/server-backend.ts";
import { claimRoles } from "../accounts/claim-roles.ts";
import type { ClaimRole } from "../accounts/claim-roles.ts";
import {
  disableUser,
  enableUser,
  findProvedUser,
  findUser,
  grantRole,
  revokeRole,
} from "../accounts/change-user.ts";
import type { CommandInput } from "../control/command-message.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { auditOf } from "./keep-act.ts";
import type { Act } from "./keep-act.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command, CommandSite } from "./site-command.ts";
import { UsageError } from "./usage-error.ts";

const whoDetails = ["USER   An e-mail address, or the uid that `user list` prints."];
const roleDetails = [...whoDetails, "ROLE   admin or editor."];

export const userCommands: readonly Command[] = [
  {
    name: "user create",
    usage: "user create EMAIL [--name N] [--admin] [--editor] [--password-file F]",
    meaning: "Make an account; without a password prints a link that sets one.",
    details: [
      "--name N           The name; without one the first sign-in asks for it.",
      "--admin, --editor  The role that it gets.",
      "--password-file F  The first line of F is the password, `-` is standard input.",
    ],
    parse(args) {
      const options = { name: true, admin: false, editor: false, "password-file": true };
      const { "password-file": file, ...values } = readArguments(args, ["email"], options);
      if (values["admin"] && values["editor"]) {
        throw new UsageError("Either --admin or --editor: an admin may do all that an editor may.");
      }
      return file === undefined ? { values } : { values, file };
    },
    run: createUser,
  },
  {
    name: "user grant",
    usage: "user grant USER ROLE",
    meaning: "Give somebody a role: admin or editor.",
    details: [...roleDetails, "", "Who is named by an address that nobody has proved gets none."],
    needsData: true,
    parse: readWhoAndRole,
    act: async ({ backend }, { values = {} }) =>
      actOn(await findProvedUser(backend, values["who"] ?? ""), "user.grant-role", {
        role: values["role"] ?? "",
      }),
    async run(site, { values = {} }) {
      const { backend, now } = site;
      const account = await findProvedUser(backend, values["who"] ?? "");
      const role = values["role"] as ClaimRole;
      const changed = await grantRole(backend, account, role, new Date(now));
      return done(`${shown(account)} is ${changed ? "now" : "already"} ${article(role)}.`);
    },
  },
  {
    name: "user revoke",
    usage: "user revoke USER ROLE",
    meaning: "Take a role from somebody; the last admin keeps it.",
    details: roleDetails,
    needsData: true,
    parse: readWhoAndRole,
    act: async ({ backend }, { values = {} }) =>
      actOn(await findUser(backend, values["who"] ?? ""), "user.revoke-role", {
        role: values["role"] ?? "",
      }),
    async run({ backend, now }, { values = {} }) {
      const account = await findUser(backend, values["who"] ?? "");
      const role = values["role"] as ClaimRole;
      const changed = await revokeRole(backend, account, role, new Date(now));
      return done(
        changed
          ? `${shown(account)} is no longer ${article(role)}.`
          : `${shown(account)} is not ${article(role)}; nothing was changed.`,
      );
    },
  },
  {
    name: "user reset-link",
    usage: "user reset-link EMAIL",
    meaning: "Print a link that sets a new password, once, within an hour.",
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["email"]) }),
    async act({ backend }, { values = {} }) {
      const account = await backend.findAccountByEmail(values["email"] ?? "");
      return account === null ? undefined : actOn(account, "user.reset-link");
    },
    async run({ backend }, { values = {} }) {
      return done(await backend.createPasswordResetLink(values["email"] ?? ""));
    },
  },
  {
    name: "user disable",
    usage: "user disable USER",
    meaning: "Let somebody in no more and end all their sessions; the data stays.",
    details: whoDetails,
    needsData: true,
    parse: readWho,
    act: async ({ backend }, { values = {} }) =>
      actOn(await findUser(backend, values["who"] ?? ""), "user.disable"),
    async run({ backend }, { values = {} }) {
      const account = await findUser(backend, values["who"] ?? "");
      await disableUser(backend, account);
      return done(`${shown(account)} is disabled and signed out everywhere.`);
    },
  },
  {
    name: "user enable",
    usage: "user enable USER",
    meaning: "Let somebody in again, with the roles from before.",
    details: whoDetails,
    needsData: true,
    parse: readWho,
    act: async ({ backend }, { values = {} }) =>
      actOn(await findUser(backend, values["who"] ?? ""), "user.enable"),
    async run({ backend }, { values = {} }) {
      const account = await findUser(backend, values["who"] ?? "");
      await enableUser(backend, account);
      return done(`${shown(account)} is enabled.`);
    },
  },
  {
    name: "user sign-out",
    usage: "user sign-out USER",
    meaning: "End all sessions of somebody.",
    details: whoDetails,
    needsData: true,
    parse: readWho,
    act: async ({ backend }, { values = {} }) =>
      actOn(await findUser(backend, values["who"] ?? ""), "user.end-sessions"),
    async run({ backend }, { values = {} }) {
      const account = await findUser(backend, values["who"] ?? "");
      await backend.revokeSessions(account.uid);
      return done(`${shown(account)} is signed out everywhere.`);
    },
  },
  {
    name: "user owner-link",
    usage: "user owner-link",
    meaning: "Print a link that makes whoever opens it and signs in an admin; needs the server.",
    details: [
      "The way back for an owner who is locked out. It works once, for an hour, and ends with the",
      "server and with the next such link.",
    ],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, []) }),
    act: ({ ownerLink }) =>
      ownerLink?.() === undefined ? undefined : { action: "owner.issue-link" },
    async run({ ownerLink, embedded }) {
      const link = ownerLink?.();
      if (link !== undefined) return done(link.issue());
      return refused(
        embedded === undefined
          ? "With Firebase there is no such link: the owner is whom FOYER_OWNER_EMAIL names."
          : "An owner link ends with the server, and none runs on this data folder: start it first.",
        "Somebody with an account needs no link: npm run foyer -- user grant USER admin",
      );
    },
  },
];

async function createUser(site: CommandSite, { values = {}, file }: CommandInput) {
  const { backend, now } = site;
  const { email = "", name } = values;
  // What an editor adds at the end of a line is no part of it.
  const password = file?.split(/\r?\n/, 1)[0];
  const account = await backend.createAccount({
    email,
    ...(name !== undefined && { displayName: name }),
    ...(password !== undefined && { password }),
  });
  await keepCreation(site, account);
  const lines = [`Created the account ${account.uid} of ${account.email}.`];
  try {
    const role = claimRoles.find((one) => values[one] !== undefined);
    if (role !== undefined) {
      const granted = { actor: "cli", ...actOn(account, "user.grant-role", { role }) };
      await auditOf(site).add(granted);
      await grantRole(backend, account, role, new Date(now));
      lines.push(`It is ${article(role)}.`);
    }
    if (password === undefined) {
      const link = await backend.createPasswordResetLink(email);
      lines.push("To set a password, open this within an hour:", link);
    }
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    // The account is there: to say only what failed would hide it.
    return refused(...lines, `What was to follow failed: ${explainRefusal(error)}`);
  }
  return done(...lines);
}

/** Its uid is known only now; what cannot be kept is not done. */
async function keepCreation(site: CommandSite, { uid }: Account): Promise<void> {
  try {
    await auditOf(site).add({ actor: "cli", action: "user.create", target: uid });
  } catch (error) {
    await site.backend.deleteAccount(uid);
    throw error;
  }
}

function actOn(account: Account, action: Act["action"], details: Act["details"] = {}): Act {
  return { action, target: account.uid, details };
}

function readWho(args: string[]) {
  return { values: readArguments(args, ["who"]) };
}

function readWhoAndRole(args: string[]) {
  const values = readArguments(args, ["who", "role"]);
  if (!claimRoles.some((role) => role === values["role"])) {
    throw new UsageError(`The role is admin or editor, not ${values["role"]}.`);
  }
  return { values };
}

const article = (role: ClaimRole) => (role === "admin" ? "an admin" : "an editor");
const shown = ({ uid, email }: Account) => email ?? uid;
