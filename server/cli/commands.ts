/** The commands that are carried out where the data is open: in the server, or in the command's process alone. */
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { UserChangeError } from "../accounts/change-user.ts";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import { authConfigCommands } from "./auth-config-commands.ts";
import { backupCommands } from "./backup-commands.ts";
import { contentCommands } from "./content-commands.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { auditActsCommands } from "./audit-acts-command.ts";
import { inboxCommands } from "./inbox-commands.ts";
import { serviceAccountCommands } from "./service-account-commands.ts";
import { signUpCommands } from "./sign-up-commands.ts";
import { runKept } from "./keep-act.ts";
import { refused } from "./site-command.ts";
import type { Command, CommandSurroundings } from "./site-command.ts";
import { storageCommands } from "./storage-commands.ts";
import { userCommands } from "./user-commands.ts";
import { userDeleteCommands } from "./user-delete-commands.ts";
import { userListCommands } from "./user-list-commands.ts";

export type { CommandSurroundings };

export const commands: readonly Command[] = [
  ...contentCommands,
  ...userCommands,
  ...userDeleteCommands,
  ...userListCommands,
  ...serviceAccountCommands,
  ...authConfigCommands,
  ...signUpCommands,
  ...storageCommands,
  ...inboxCommands,
  ...auditActsCommands,
  ...backupCommands,
];

/** @param now milliseconds since 1970. */
export async function runCommand(
  backend: ServerBackend,
  input: CommandInput,
  now: number,
  surroundings: CommandSurroundings = {},
): Promise<CommandResult> {
  const command = commands.find(({ name }) => name === input.name);
  if (command === undefined) return refused(`There is no command "${input.name}".`);
  try {
    return await runKept(command, { ...surroundings, backend, now }, input);
  } catch (error) {
    if (error instanceof UserChangeError) return refused(error.message);
    if (error instanceof BackendError) return refused(explainRefusal(error));
    throw error;
  }
}
