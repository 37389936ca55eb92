/** `backup`, `backups` and `backup key`: through the server when it runs, else on the data folder itself. */
import type { BackupRow } from "#lib/backups.ts";
import { BackupRefusedError } from "../backups/backups.ts";
import { keyFileText } from "../backups/engine.ts";
import { forTerminal, resolveFile, tell } from "./files.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command, CommandSite } from "./site-command.ts";

const atFirebase =
  "Firebase keeps the data, and has back-ups of its own. Set them up in its console.";

export const backupCommands: readonly Command[] = [
  {
    name: "backup key",
    usage: "backup key [--change]",
    meaning: "Print the keys that open back-ups: keep them where the back-ups are not.",
    details: ["--change   Make a new one first; what was made before still needs the old one."],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, [], { change: false }) }),
    act: (_site, { values = {} }) => ({
      action: values["change"] === undefined ? "backup.show-key" : "backup.change-key",
    }),
    run: (site, { values = {} }) =>
      onBackups(site, async (backups) => {
        if (values["change"] !== undefined) await backups.changeKey();
        return done(
          ...keyFileText(await backups.keys())
            .trimEnd()
            .split("\n"),
        );
      }),
  },
  {
    name: "backup",
    usage: "backup [--to DIR] [--no-encryption]",
    meaning: "Make a back-up of accounts, database, documents, files and keys, also while it runs.",
    details: [
      "--to DIR          Put it there, and not into the folder of back-ups.",
      "--no-encryption   Whoever has the file can then read all of it.",
    ],
    needsData: true,
    parse(args) {
      const values = readArguments(args, [], { to: true, "no-encryption": false });
      const { to } = values;
      return { values: { ...values, ...(to !== undefined && { to: resolveFile(to) }) } };
    },
    act: (_site, { values = {} }) => ({
      action: "backup.make",
      details: { encrypted: values["no-encryption"] === undefined },
    }),
    run: (site, { values = {} }) =>
      onBackups(site, async (backups) => {
        const { to } = values;
        const isPlain = values["no-encryption"] !== undefined;
        const made = await backups.make({
          why: "asked",
          ...(to !== undefined && { folder: to }),
          ...(isPlain && { encrypt: false }),
        });
        const { name, bytes, contents, missing, key } = made;
        const lines = [
          `Made ${to ?? backups.folder}/${name}, ${sizeText(bytes)} with ${contents.count} files.`,
        ];
        if (missing > 0) lines.push(`${missing} files are lost or damaged on this disk.`);
        if (key === null) lines.push("It is not encrypted: whoever has it can read all of it.");
        else
          lines.push(`To open it: the key ${key}, as \`npm run foyer -- backup key\` prints it.`);
        return done(...lines);
      }),
    async finish({ values, ask, streams }) {
      tell(streams, "A large site takes a while…");
      const { ok, lines } = await ask({ name: "backup", values });
      (ok ? streams.output : streams.errors).write(forTerminal(lines));
      return ok ? 0 : 1;
    },
  },
  {
    name: "backups",
    usage: "backups",
    meaning: "Print the back-ups that there are, newest first, and how the last drill ended.",
    needsData: true,
    parse: (args) => ({ values: readArguments(args, []) }),
    run: (site) =>
      onBackups(site, async (backups) => {
        const { backups: rows, drill, failure, folder } = await backups.view(null);
        const lines = rows.map(rowText);
        return done(
          ...(lines.length === 0 ? [`There is no back-up in ${folder}.`] : lines),
          ...(drill === null
            ? []
            : [`Last drill  ${drill.at}  ${drill.ok ? "good" : "FAILED"}  ${drill.text}`]),
          ...(failure === null ? [] : [`Last failure  ${failure.at}  ${failure.text}`]),
        );
      }),
  },
];

async function onBackups(
  { backups }: CommandSite,
  run: (backups: NonNullable<CommandSite["backups"]>) => ReturnType<Command["run"]>,
): ReturnType<Command["run"]> {
  if (backups === undefined) return refused(atFirebase);
  try {
    return await run(backups);
  } catch (error) {
    const isKnown = error instanceof BackupRefusedError || (error as Error).name === "BackupError";
    if (isKnown) return refused((error as Error).message);
    throw error;
  }
}

function rowText({ name, bytes, isEncrypted, key, checksum, drill }: BackupRow): string {
  return [
    name,
    sizeText(bytes),
    isEncrypted ? `key ${key ?? "unknown"}` : "not encrypted",
    checksum === "ok" ? "checksum noted" : `checksum ${checksum}`,
    ...(drill === null ? [] : [drill.ok ? "restored in a drill" : "FAILED in a drill"]),
  ].join("  ");
}

export function sizeText(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`;
}
