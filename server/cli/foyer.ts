/**
 * `npm run foyer -- COMMAND`: through the control socket when the server runs, else by opening the data folder itself.
 */
import type { Backend } from "#backend";
import type { Settings } from "../config/settings.ts";
import { createLog } from "../log.ts";
import { runCommandLine } from "./command-line.ts";
import { originOf } from "./open-site.ts";

// Files of the data folder are for its owner, whatever the folder's own mode.
process.umask(0o077);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  streams: { input: process.stdin, output: process.stdout, errors: process.stderr, onInterrupt },
  openAlone,
  loadRestoring: () => import("#backend"),
});

function onInterrupt(undo: () => void): Disposable {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const forget = () => {
    for (const signal of signals) process.off(signal, end);
  };
  function end(signal: NodeJS.Signals): void {
    undo();
    forget();
    // Nobody listens to it any more: it ends the process, as it does when there is nothing to undo.
    process.kill(process.pid, signal);
  }
  for (const signal of signals) process.on(signal, end);
  return { [Symbol.dispose]: forget };
}

async function openAlone<Result>(
  settings: Settings,
  work: (backend: Backend) => Promise<Result>,
): Promise<Result> {
  // Where a server runs the command needs no backend of its own.
  const { createBackend, isFolderLockedError } = await import("#backend");
  const { openDataFolder } = await import("./open-data-folder.ts");
  await using opened = new AsyncDisposableStack();
  const { backend } = await openDataFolder({
    createBackend,
    settings,
    log: createLog("silent"),
    origin: () => originOf(settings),
    opened,
  }).catch((error: unknown) => {
    if (isFolderLockedError(error)) {
      throw new Error(
        "A server is starting or stopping on this data folder. Try again in a moment.",
      );
    }
    throw error;
  });
  return await work(backend);
}
