/** What a file was before: looked at, saved, made the current one again, or let go of for the space it takes. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { driveTicket, savedAs } from "#app/live/drive/drive-tickets.ts";
import { remoteProblem } from "#app/live/drive/remote-file.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { useSession } from "#app/session/session.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { saveAddress } from "#app/ui/save-file.ts";
import type { DriveAct } from "#lib/drive/acts.ts";
import { mostVersions } from "#lib/drive/limits.ts";
import type { DriveFile, DriveVersion } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import type { DriveSource } from "../source.ts";
import { reasonOf } from "../trash/words.ts";

type Props = { source: DriveSource; node: DriveFile };

const LateNewVersion = latePart(
  async () => (await import("../upload/new-version.tsx")).NewVersion,
  null,
);
const LatePreview = latePart(async () => (await import("../preview/preview.tsx")).Preview, null);

export function Versions({ source, node }: Props) {
  const { user } = useSession();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState("");
  const [dropped, setDropped] = useState<DriveVersion>();
  const [opened, setOpened] = useState<DriveVersion>();
  const canWrite = source.role !== "viewer" && node.trashedAt === null;
  const all = [node.version, ...node.older];

  const whoOf = ({ by }: DriveVersion) =>
    by === user?.uid ? "you" : by === source.owner ? "the owner" : "a member";

  /** @throws Error with a sentence */
  async function change(act: DriveAct): Promise<void> {
    const [result] = await source.act([act]);
    if (result && "error" in result) throw new Error(reasonOf(result.error));
  }

  async function run(object: string, what: string, work: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return;
    setBusy(object);
    setProblem(undefined);
    setSaid("");
    try {
      await work();
    } catch (error) {
      const text = error instanceof Error && error.name === "Error" ? error.message : "";
      setProblem(`${what}. ${text || remoteProblem(error).message}`);
    }
    setBusy(undefined);
  }

  const restore = (version: DriveVersion) =>
    run(version.object, "It was not restored", async () => {
      await change({ act: "restore-version", id: node.id, object: version.object });
      setSaid(`The version of ${minuteOf(version.at)} is the current one.`);
    });

  const save = (version: DriveVersion) =>
    run(version.object, "It was not downloaded", async () => {
      const { id, name } = node;
      const bytes = { owner: source.owner, id, name, object: version.object };
      saveAddress(savedAs(await driveTicket(bytes)), name);
    });

  return (
    <section className="drive-part">
      <h4>Versions</h4>
      <p className="unseen" aria-live="polite">
        {said}
      </p>
      <p role="alert" className="drive-details-problem">
        {problem}
      </p>
      <ul className="drive-versions">
        {all.map((version, at) => {
          const when = minuteOf(version.at);
          const of = <span className="unseen"> the version of {when}</span>;
          return (
            <li key={version.object} aria-busy={busy === version.object || undefined}>
              <p>
                {when}
                {at === 0 ? <strong> Current</strong> : null}
                <span className="faint">
                  {formatBytes(version.size)}, by {whoOf(version)}
                </span>
              </p>
              <div className="drive-version-acts">
                <Button variant="subtle" size="compact-sm" onClick={() => setOpened(version)}>
                  Open{of}
                </Button>
                <Button variant="subtle" size="compact-sm" onClick={() => void save(version)}>
                  Download{of}
                </Button>
                {at > 0 && canWrite ? (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-disabled={busy !== undefined}
                    onClick={() => void restore(version)}
                  >
                    Restore{of}
                  </Button>
                ) : null}
                {at > 0 && canWrite && source.role === "owner" ? (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    color="red"
                    onClick={() => setDropped(version)}
                  >
                    Delete…{of}
                  </Button>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
      {canWrite ? <LateNewVersion source={source} node={node} /> : null}
      {node.older.length === 0 ? (
        <p className="faint">A new version of this file is kept beside this one.</p>
      ) : node.older.length >= mostVersions ? (
        <p className="faint">
          {mostVersions} older versions are kept: the next one takes the place of the oldest.
        </p>
      ) : null}
      {dropped ? (
        <ConfirmDialog
          title="Delete this version?"
          text={
            <p>
              What {quoted(node.name)} was on {minuteOf(dropped.at)} is gone for good. Its other
              versions stay.
            </p>
          }
          confirm="Delete version"
          onConfirm={() => change({ act: "drop-version", id: node.id, object: dropped.object })}
          onClose={() => setDropped(undefined)}
        />
      ) : null}
      {opened ? (
        <LatePreview
          source={source}
          node={{ ...node, version: opened, older: [] }}
          siblings={[]}
          onClose={() => setOpened(undefined)}
          onStep={() => undefined}
        />
      ) : null}
    </section>
  );
}
