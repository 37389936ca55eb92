/** What `npm run foyer -- …` does with its arguments. What it needs of its process is given, so tests need no process. */
import { SettingsError } from "../config/settings.ts";
import { allCommands } from "./all-commands.ts";
import type { Shell } from "./all-commands.ts";
import { OutputClosedError, forTerminal } from "./files.ts";
import { explainMistake, explainTopic, helpTopic } from "./help.ts";
import { UsageError } from "./usage-error.ts";

/** As of a process that the signal for a closed pipe has ended. */
const exitCodeOfClosedOutput = 141;

/** Returns the exit code: 1 when the command failed, 2 when there is no such command or it has other arguments. */
export async function runCommandLine(args: string[], shell: Shell): Promise<number> {
  const { output, errors } = shell.streams;
  const complain = (lines: string[]) => void errors.write(forTerminal(lines));
  // What prints documents waits for each write and fails by it. A line about what was done has nobody else to go to.
  for (const stream of [output, errors]) stream.on("error", () => undefined);
  const topic = helpTopic(args);
  const help = topic && explainTopic(topic);
  if (help !== undefined) {
    output.write(forTerminal(help));
    return 0;
  }
  const command = allCommands.find(({ name }) =>
    name.split(" ").every((word, index) => word === args[index]),
  );
  if (command === undefined) {
    complain(explainMistake(topic ?? args));
    return 2;
  }
  try {
    return await command.run(args.slice(command.name.split(" ").length), shell);
  } catch (error) {
    if (error instanceof UsageError) {
      const more = `More: npm run foyer -- ${command.name} --help`;
      complain([...error.faults, `It is: ${command.usage}`, more]);
      return 2;
    }
    if (error instanceof OutputClosedError) return exitCodeOfClosedOutput;
    if (error instanceof SettingsError) complain(error.faults);
    else complain((error instanceof Error ? error.message : String(error)).split("\n"));
    return 1;
  }
}
