import { Badge, Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { BackupRow } from "#lib/backups.ts";
import type { PartProps } from "./backups.tsx";
import { deleteBackup, downloadBackup, runDrill } from "./call-backups.ts";

const checksumWords: Record<BackupRow["checksum"], string> = {
  ok: "Checksum noted",
  missing: "Its checksum is missing",
  differs: "Its checksum was changed",
  unknown: "Made by another server",
};

export function BackupList({ shown, isBusy, run }: PartProps) {
  const [leaving, setLeaving] = useState<BackupRow>();
  const { backups, running, freeBytes } = shown;
  const total = backups.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <section className="backups-part" aria-labelledby="backups-list">
      <h3 id="backups-list">What there is</h3>
      <p className="faint">
        {backups.length} {backups.length === 1 ? "back-up" : "back-ups"}, {formatBytes(total)}, in{" "}
        <span className="backups-name">{shown.folder}</span>; {formatBytes(freeBytes)} free there.
      </p>
      <ul className="plain-list rows backups-list">
        {backups.map((row) => (
          <li key={row.name}>
            <span>
              <strong>{minuteOf(row.at)}</strong> {formatBytes(row.bytes)}{" "}
              {row.drill === null ? null : (
                <Badge color={row.drill.ok ? "green" : "red"}>
                  {row.drill.ok ? "Restored in a drill" : "Failed in a drill"}
                </Badge>
              )}{" "}
              {row.isEncrypted ? null : <Badge color="orange">Not encrypted</Badge>}
              <br />
              <span className="faint">
                {row.why === "asked" ? "Asked for. " : ""}
                {checksumWords[row.checksum]}
                {row.key === null ? "." : `; for the key ${row.key}.`}
              </span>
            </span>
            <span className="backups-buttons">
              <Button
                variant="default"
                loading={isBusy}
                aria-label={`Download the back-up of ${minuteOf(row.at)}`}
                onClick={() =>
                  void run(async () => {
                    await downloadBackup(row.name);
                    tell("Your browser is saving the file.");
                  })
                }
              >
                Download
              </Button>
              <Button
                variant="subtle"
                disabled={running !== null}
                aria-label={`Try out the back-up of ${minuteOf(row.at)}`}
                onClick={() => void run(() => runDrill(row.name))}
              >
                Try out
              </Button>
              <Button
                variant="subtle"
                color="red"
                disabled={running !== null}
                aria-label={`Delete the back-up of ${minuteOf(row.at)}`}
                onClick={() => setLeaving(row)}
              >
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {leaving === undefined ? null : (
        <ConfirmDialog
          title={`Delete the back-up of ${minuteOf(leaving.at)}?`}
          text={
            backups.length === 1
              ? "It is the only one: nothing could be restored until the next is made. There is no way back."
              : "The others stay. There is no way back."
          }
          confirm="Delete the back-up"
          onConfirm={async () => {
            const { name } = leaving;
            await run(() => deleteBackup(name));
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}
