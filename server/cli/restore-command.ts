/** `restore`: into a new folder, whatever the server does meanwhile with its own. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { readIdentities, restoreBackup } from "#backend";
import type { Settings } from "../config/settings.ts";
import { sizeText } from "./backup-commands.ts";
import { resolveFile, say, tell } from "./files.ts";
import type { Streams } from "./files.ts";
import { readArguments } from "./read-arguments.ts";

export type RestoreCommand = {
  name: string;
  usage: string;
  meaning: string;
  details: readonly string[];
  /** @throws UsageError; Error whose message is for the caller */
  run: (
    args: readonly string[],
    shell: { settings: Settings; streams: Streams; loadRestoring: () => Promise<Restoring> },
  ) => Promise<void>;
};

/** What the backend does of it. */
export type Restoring = {
  restoreBackup: typeof restoreBackup;
  readIdentities: typeof readIdentities;
};

export const restoreCommand: RestoreCommand = {
  name: "restore",
  usage: "restore FILE --into EMPTYFOLDER [--key-file F]",
  meaning: "Put a back-up into an empty folder, from which a server can then be started.",
  details: [
    "--into EMPTYFOLDER   Made when it is missing. What has something in it is refused.",
    "--key-file F         The keys, as `backup key` prints them. Without it those of FOYER_DATA.",
  ],
  async run(args, { settings, streams, loadRestoring }) {
    const values = readArguments(args, ["file"], { into: true, "key-file": true });
    const { file = "", into } = values;
    if (into === undefined) throw new Error("Say where to: --into EMPTYFOLDER.");
    const folder = resolveFile(into);
    const keyFile = values["key-file"];
    const restoring = await loadRestoring();
    const text = await readKeys(
      keyFile === undefined ? undefined : resolveFile(keyFile),
      settings.dataDir,
    );
    const keys = await restoring.readIdentities(text).catch(() => []);
    if (keyFile !== undefined && keys.length === 0) {
      throw new Error(
        `${keyFile} has no key of a back-up: a line that begins with AGE-SECRET-KEY-1.`,
      );
    }
    tell(streams, "Restoring. Nothing counts before its end…");
    const path = resolveFile(file);
    const restored = await restoring
      .restoreBackup({
        file: path,
        into: folder,
        identities: keys.map(({ identity }) => identity),
      })
      .catch((error: NodeJS.ErrnoException) => {
        throw error.code === "ENOENT" && error.path === path
          ? new Error(`There is no file ${path}.`)
          : error;
      });
    const { at, contents, missing } = restored;
    say(
      streams,
      `Restored what there was at ${at}, with ${contents.count} files of ${sizeText(contents.bytes)}, into ${folder}.`,
    );
    if (missing > 0) say(streams, `${missing} files were lost before the back-up was made.`);
    say(streams, `To use it, set FOYER_DATA to that folder and start the server.`);
  },
};

async function readKeys(keyFile: string | undefined, dataDir: string): Promise<string> {
  try {
    return await readFile(keyFile ?? join(dataDir, "keys", "backup-identities"), "utf8");
  } catch (error) {
    // Without keys one that is not encrypted can still be read.
    if (keyFile === undefined && (error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new Error(`${keyFile ?? "The key"} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
