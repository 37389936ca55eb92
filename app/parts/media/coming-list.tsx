import { Button, Progress } from "@mantine/core";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { Coming, MediaAdder } from "./add-media.ts";

/** What is on its way, and what did not come. */
export function ComingList({
  adder,
  coming,
}: {
  adder: MediaAdder | undefined;
  coming: readonly Coming[];
}) {
  return (
    <>
      {coming.length === 0 ? null : (
        <ul className="coming" aria-label="On their way">
          {coming.map((each) => (
            <ComingRow key={each.id} coming={each} adder={adder} />
          ))}
        </ul>
      )}
      <output className="unseen">{saidOf(coming)}</output>
    </>
  );
}

function ComingRow({
  coming: { id, fileName, bytes, sentBytes, state, problem, canRetry },
  adder,
}: {
  coming: Coming;
  adder: MediaAdder | undefined;
}) {
  const isFailed = state === "failed";
  return (
    <li data-state={state}>
      <span className="coming-name" dir="auto">
        {fileName}
      </span>
      {isFailed ? (
        <span className="field-problem">{problem}</span>
      ) : (
        <>
          <Progress
            size="xs"
            value={bytes === 0 ? 0 : (100 * sentBytes) / bytes}
            aria-label={`${fileName}, how much is there`}
          />
          <span className="coming-state">
            {state === "waiting"
              ? "Waits for the connection"
              : `${formatBytes(sentBytes)} of ${formatBytes(bytes)}`}
          </span>
        </>
      )}
      <span className="coming-acts">
        {canRetry ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Try again: ${fileName}`}
            onClick={() => adder?.retry(id)}
          >
            Try again
          </Button>
        ) : null}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${isFailed ? "Dismiss" : "Cancel"} ${fileName}`}
          onClick={() => adder?.cancel(id)}
        >
          {isFailed ? "Dismiss" : "Cancel"}
        </Button>
      </span>
    </li>
  );
}

function saidOf(coming: readonly Coming[]): string {
  const failed = coming.filter(({ state }) => state === "failed");
  return failed.map(({ fileName, problem }) => `${fileName}: ${problem ?? ""}`).join(" ");
}
