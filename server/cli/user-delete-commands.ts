/** The end of an account with all that it has, for who has the machine: with two weeks' grace, or at once. */
import { randomUUID } from "node:crypto";
import { ownedData } from "#lib/owned-data.ts";
import type { Account } from "#lib/server-backend.ts";
import { createAccountData } from "../account-data/account-data.ts";
import type { AccountData } from "../account-data/account-data.ts";
import { inUtc } from "../account-data/receipts.ts";
import { findUser } from "../accounts/change-user.ts";
import { createBoardPeople } from "../boards/board-people.ts";
import { createChatRooms } from "../chat/chat-rooms.ts";
import { forgetGamesOf } from "../games/forget-account.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createLog } from "../log.ts";
import { auditOf } from "./keep-act.ts";
import { readArguments } from "./read-arguments.ts";
import { done } from "./site-command.ts";
import type { Command, CommandSite } from "./site-command.ts";

const whoDetails = ["USER   An e-mail address, or the uid that `user list` prints."];

export const userDeleteCommands: readonly Command[] = [
  {
    name: "user delete",
    usage: "user delete USER [--now]",
    meaning: "Delete an account with all its data: in 14 days, or at once and for good.",
    details: [
      ...whoDetails,
      "--now  At once: nothing of it can be had back. Given the uid of an account that is gone already,",
      "       erases what it left.",
      "",
      "What is erased and what stays is in docs/account-data.md, and in the receipt.",
    ],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["who"], { now: false }) }),
    async run(site, { values = {} }) {
      const who = values["who"] ?? "";
      const accountData = accountDataOf(site);
      const isGone = values["now"] !== undefined && !(await isAccount(site, who));
      if (isGone) {
        const counts = await accountData.eraseGone(who, "cli");
        return done(`There is no account ${who}. Erased of what it left:`, ...linesOf(counts));
      }
      const account = await findUser(site.backend, who);
      if (values["now"] === undefined) {
        const { dueAt, receiptUrl } = await accountData.scheduleDeletion(account.uid, {
          by: "cli",
        });
        return done(
          `${shown(account)} is signed out and will be deleted at ${inUtc(dueAt)}.`,
          `To keep the account: npm run foyer -- user keep ${account.uid}`,
          `Receipt: ${receiptUrl}`,
        );
      }
      const counts = await accountData.eraseAccount(account.uid, "cli");
      const lines = linesOf(counts);
      return done(`${shown(account)} is deleted. Erased:`, ...lines, "The account itself");
    },
  },
  {
    name: "user keep",
    usage: "user keep USER",
    meaning: "Take back the deletion of an account while its 14 days last.",
    details: whoDetails,
    needsData: true,
    parse: (args) => ({ values: readArguments(args, ["who"]) }),
    async run(site, { values = {} }) {
      const account = await findUser(site.backend, values["who"] ?? "");
      const isKept = await accountDataOf(site).cancelDeletion(account.uid, "cli");
      return done(`${shown(account)} ${isKept ? "stays." : "was not going to be deleted."}`);
    },
  },
];

/** An address without an account is nobody's id. */
async function isAccount({ backend }: CommandSite, who: string): Promise<boolean> {
  return who.includes("@") || who.includes("/") || (await backend.getAccount(who)) !== null;
}

function linesOf(counts: Record<string, number>): string[] {
  const lines = ownedData.flatMap(({ id, title }) =>
    (counts[id] ?? 0) > 0 ? [`${title}: ${counts[id]}`] : [],
  );
  return lines.length > 0 ? lines : ["Nothing"];
}

const shown = ({ uid, email }: Account) => email ?? uid;

/** That of the running server; without one the same on the data alone: the next server goes on with its jobs. */
function accountDataOf(site: CommandSite): AccountData {
  if (site.accountData !== undefined) return site.accountData;
  const { backend, now, origin } = site;
  const log = createLog("silent");
  const common = { backend, log, now: () => now };
  const boards = createBoardPeople({ ...common, jobs: () => jobs });
  const chat = createChatRooms({ ...common, jobs: () => jobs });
  const accountData = createAccountData({
    ...common,
    jobs: () => jobs,
    audit: auditOf(site),
    mail: undefined,
    shared: {
      ...boards.ofAccounts,
      leave: { ...boards.ofAccounts.leave, ...chat.ofAccounts.leave },
      forgetAccount: (uid) => forgetGamesOf(backend, uid),
    },
    origin: () => origin?.() ?? "",
  });
  const kinds = { ...accountData.jobKinds, ...boards.jobKinds, ...chat.jobKinds };
  const jobs: Jobs = createJobs({ ...common, newId: randomUUID, kinds });
  return accountData;
}
