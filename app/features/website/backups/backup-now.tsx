import { Button, Progress } from "@mantine/core";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { BackupWork } from "#lib/backups.ts";
import type { PartProps } from "./backups.tsx";
import { backUpNow, cancelWork } from "./call-backups.ts";

const stepWords: Record<BackupWork["step"], string> = {
  database: "Copying the database",
  files: "Packing the files",
  reading: "Restoring into a folder of its own",
  comparing: "Comparing what was restored",
};

/** How it stands, and what is under way. */
export function BackupNow({ shown, isBusy, run }: PartProps) {
  const { last, failure, nextAt, running } = shown;
  return (
    <section className="backups-part" aria-label="Last back-up">
      <div className="backups-head">
        <p>
          {last === null ? "None was made yet. " : null}
          {last === null ? null : (
            <>
              Last back-up <strong>{whenOf(last.at)}</strong>, {formatBytes(last.bytes)}.{" "}
            </>
          )}
          {nextAt === null
            ? "None is made by itself."
            : `The next one comes ${soon(nextAt)}, up to ten minutes later.`}
        </p>
        {running === null ? (
          <Button loading={isBusy} onClick={() => void run(backUpNow)}>
            Back up now
          </Button>
        ) : null}
      </div>
      {failure === null ? null : (
        <p className="backups-failure" role="alert">
          The last try failed {whenOf(failure.at)}: {failure.text}
        </p>
      )}
      {running === null ? null : <Running work={running} isBusy={isBusy} run={run} />}
    </section>
  );
}

function Running({ work, isBusy, run }: { work: BackupWork } & Omit<PartProps, "shown">) {
  const { what, step, doneBytes, totalBytes } = work;
  const percent = totalBytes === 0 ? null : Math.floor((100 * doneBytes) / totalBytes);
  const isKnown = percent !== null && step !== "comparing" && step !== "database";
  const words = isKnown
    ? `${stepWords[step]}: ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
    : `${stepWords[step]}…`;
  return (
    <div className="backups-running">
      <div>
        <p>{words}</p>
        <Progress.Root size="md">
          <Progress.Section
            value={isKnown ? percent : 100}
            animated={!isKnown}
            aria-label={what === "backup" ? "Back-up" : "Drill"}
            aria-valuetext={words}
          />
        </Progress.Root>
      </div>
      <Button
        variant="default"
        loading={isBusy}
        onClick={() => void run(async () => void (await cancelWork()))}
      >
        Cancel
      </Button>
    </div>
  );
}

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

function soon(at: string): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date().toDateString();
  return `${isToday ? "today" : "tomorrow"} at ${time.format(then)}`;
}
