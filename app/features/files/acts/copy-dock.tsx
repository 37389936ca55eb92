/** How far a copy is, with a way to stop it, and what came of it. */
import { Button } from "@mantine/core";
import { useId, useSyncExternalStore } from "react";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { quoted } from "#lib/quoted.ts";
import { itemsWord } from "../trash/words.ts";
import type { CopyRun, CopyState } from "./copy-run.ts";

export function CopyDock({ run, onClose }: { run: CopyRun; onClose: () => void }) {
  const id = useId();
  const state = useSyncExternalStore(run.subscribe, run.state);
  const { done, of, failed, isOver } = state;
  return (
    <section className="drive-copy" aria-labelledby={id}>
      <h2 id={id} aria-live="polite">
        {titleOf(state)}
      </h2>
      {isOver ? null : (
        <progress aria-labelledby={id} max={Math.max(1, of)} value={done + failed.length} />
      )}
      {isOver ? null : (
        <p className="faint">
          {done.toLocaleString("en")} of {itemsWord(of)}, {formatBytes(state.bytes)} of{" "}
          {formatBytes(state.ofBytes)}
        </p>
      )}
      {failed.length === 0 ? null : (
        <ul className="drive-copy-failed">
          {failed.slice(0, 20).map(({ name, why }, index) => (
            // Two may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <bdi>{quoted(name)}</bdi>: {why}
            </li>
          ))}
          {failed.length > 20 ? <li>And {itemsWord(failed.length - 20)} more.</li> : null}
        </ul>
      )}
      <p className="confirm-buttons">
        {isOver ? (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Button variant="default" onClick={run.stop}>
            Stop
          </Button>
        )}
      </p>
    </section>
  );
}

function titleOf({ isOver, isStopped, done, of, failed }: CopyState): string {
  if (!isOver) return "Copying…";
  const what = `Copied ${itemsWord(done)}.`;
  if (isStopped) return `Stopped. ${what} The other ${itemsWord(of - done)} are not copied.`;
  if (failed.length === 0) return what;
  return `${what} ${itemsWord(failed.length)} could not be copied.`;
}
