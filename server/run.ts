/** Reads the settings, starts the server and stops it on signals. */
import { isFolderLockedError } from "#backend";
import { readSettings, SettingsError } from "./config/settings.ts";
import type { OutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import { startServer } from "./start-server.ts";
import type { RunningServer } from "./start-server.ts";

// Files of the data folder are for its owner, whatever the folder's own mode.
process.umask(0o077);

/** Names of errors whose message says what is wrong, and where: the stack would hide it. */
const brokenFiles = ["RulesError", "IndexesError", "FirebaseRefusalError"];

/** `fetch`: the way to Firebase, where that is the backend; `outgoing`: to all other sites. */
export async function run(fetch = globalThis.fetch, outgoing?: OutgoingFetch): Promise<void> {
  const development = process.argv.includes("--dev");
  process.env["NODE_ENV"] = development ? "development" : "production";
  try {
    const settings = readSettings(process.env);
    const server = await startServer({
      settings,
      development,
      fetch: (request) => fetch(request),
      ...(outgoing && { outgoing }),
    });
    const ownerLink =
      server.ownerLink && `It has no owner yet. To become it, open ${server.ownerLink}\n`;
    process.stdout.write(`Foyer is at ${server.origin}\n${ownerLink ?? ""}`);
    stopOnSignals(server);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function stopOnSignals(server: RunningServer): void {
  let stoppedAt: number | undefined;
  const stop = () => {
    // A second Ctrl-C means now; the same one that arrives twice, through npm, does not.
    if (stoppedAt !== undefined && Date.now() - stoppedAt > 500) process.exit(1);
    if (stoppedAt !== undefined) return;
    stoppedAt = Date.now();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) {
    return [
      "Foyer did not start. Settings to mend:",
      ...error.faults.map((fault) => `- ${fault}`),
    ].join("\n");
  }
  if (isFolderLockedError(error)) return `Foyer did not start. ${error.message}`;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    const { port } = error as { port?: number };
    return `Foyer did not start. Port ${port} is taken: stop what listens there, or set PORT to another one.`;
  }
  const isExplained =
    error instanceof Error &&
    (brokenFiles.includes(error.name) || ("code" in error && error.code === "migration-refused"));
  if (isExplained) return `Foyer did not start. ${error.message}`;
  if (error instanceof Error && "syscall" in error) return `Foyer did not start. ${error.message}`;
  return `Foyer did not start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
