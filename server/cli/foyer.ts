/**
 * `npm run foyer -- COMMAND`: through the control socket when the server runs, else by opening the data folder itself.
 */
import type { Backend } from "#backend";
import { readIndexesFile, readRulesFiles } from "../config/rules-files.ts";
import type { Settings } from "../config/settings.ts";
import { createLog } from "../log.ts";
import { runCommandLine } from "./command-line.ts";

// Files of the data folder are for its owner, whatever the folder's own mode.
process.umask(0o077);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  streams: { input: process.stdin, output: process.stdout, errors: process.stderr },
  openAlone,
});

async function openAlone<Result>(
  { dataDir, projectId }: Settings,
  work: (backend: Backend) => Promise<Result>,
): Promise<Result> {
  // Where a server runs the command needs no backend of its own.
  const { createBackend, isFolderLockedError } = await import("#backend");
  const log = createLog("silent");
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const backend = await createBackend({ dataDir, projectId, log, rules, indexes }).catch(
    (error: unknown) => {
      if (isFolderLockedError(error)) {
        throw new Error(
          "A server is starting or stopping on this data folder. Try again in a moment.",
        );
      }
      throw error;
    },
  );
  try {
    return await work(backend);
  } finally {
    await backend.close();
  }
}
