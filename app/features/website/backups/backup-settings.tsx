import { NativeSelect, Switch } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import type { PartProps } from "./backups.tsx";
import { changeSettings } from "./call-backups.ts";
import { nightsOf, textOfMinute } from "./nights.ts";

export function BackupSettingsPart({ shown, isBusy, run }: PartProps) {
  const [opens, setOpens] = useState(false);
  const { nightlyMinute, encrypt } = shown.settings;
  // Where the clocks change overnight, the hour that is shown changes with the next visit.
  const [offset] = useState(() => new Date().getTimezoneOffset());
  const nights = nightsOf(offset, nightlyMinute);
  return (
    <section className="backups-part" aria-labelledby="backups-settings">
      <h3 id="backups-settings">How they are made</h3>
      <NativeSelect
        className="backups-time"
        label="Every day at"
        description="In the time of this browser. After a time without power it is made up for at once."
        value={nightlyMinute === null ? "" : String(nightlyMinute)}
        disabled={isBusy}
        onChange={({ currentTarget: { value } }) =>
          void run(() => changeSettings({ nightlyMinute: value === "" ? null : Number(value) }))
        }
        data={[
          ...nights.map((minute) => ({
            value: String(minute),
            label: textOfMinute(minute, offset),
          })),
          { value: "", label: "Never" },
        ]}
      />
      <p className="faint">
        Seven days, four weeks and twelve months are kept, with the newest of each, and all of the
        last two days.
      </p>
      <Switch
        label="Encrypt them"
        checked={encrypt}
        disabled={isBusy}
        onChange={() =>
          encrypt ? setOpens(true) : void run(() => changeSettings({ encrypt: true }))
        }
      />
      {opens ? (
        <ConfirmDialog
          title="Make back-ups without encryption?"
          text="Whoever gets one of the files from now on can read everything in it, the keys of sign-in included. Those of before stay encrypted."
          confirm="Do not encrypt them"
          onConfirm={async () => void (await run(() => changeSettings({ encrypt: false })))}
          onClose={() => setOpens(false)}
        />
      ) : null}
    </section>
  );
}
