import { Button } from "@mantine/core";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import type { PartProps } from "./backups.tsx";
import { runDrill } from "./call-backups.ts";

/** Whether a back-up could be used tomorrow, found out today. */
export function DrillPart({ shown, isBusy, run }: PartProps) {
  const { drill, running, backups } = shown;
  return (
    <section className="backups-part" aria-labelledby="backups-drill">
      <div className="backups-head">
        <h3 id="backups-drill">Restore drill</h3>
        <Button
          variant="default"
          loading={isBusy}
          disabled={running !== null || backups.length === 0}
          onClick={() => void run(() => runDrill())}
        >
          Run the drill
        </Button>
      </div>
      {drill === null ? (
        <p>
          Not done yet. It restores the newest back-up into a folder of its own, opens it with a
          second server and compares everything. It also runs by itself once a week.
        </p>
      ) : (
        <p className="backups-drill" data-ok={drill.ok ? "" : undefined}>
          <span aria-hidden="true">{drill.ok ? "✓" : "✗"}</span>
          <span>
            <strong>
              {drill.ok ? "Good" : "Failed"} {whenOf(drill.at)}
            </strong>
            , in {secondsOf(drill.ms)}. {drill.text}
            {drill.ok ? "" : " Make a new back-up, and run the drill again."}
            <br />
            <span className="faint backups-name">{drill.name}</span>
          </span>
        </p>
      )}
    </section>
  );
}

function secondsOf(ms: number): string {
  if (ms < 60_000) return `${Math.max(1, Math.round(ms / 1000))} s`;
  return `${Math.round(ms / 60_000)} min`;
}
