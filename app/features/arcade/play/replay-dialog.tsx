/** A run once more, to look at. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { readRun } from "./board-calls.ts";
import { formatResult } from "./format-result.ts";
import { fromBase64 } from "./base64.ts";
import type { OpenViewer, Viewer } from "./viewer.ts";

/** One that was just played, or that the server keeps. */
export type Watched =
  | { run: string }
  | { seed: number; rules: unknown; log: Uint8Array; ticks: number; title: string };

type Loaded = { seed: number; rules: unknown; log: Uint8Array; ticks: number; title: string };

const speeds = [1, 2, 4] as const;
/** A press of an arrow on the slider: half a second. Of a short run there still is a beginning and an end. */
const ticksOfSeek = 30;

export default function ReplayDialog({
  version,
  watched,
  open,
  onClose,
}: {
  /** Of the rules that this page has. */
  version: number;
  watched: Watched;
  open: OpenViewer;
  onClose: () => void;
}) {
  const [loaded, setLoaded] = useState<Loaded | undefined>("log" in watched ? watched : undefined);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!("run" in watched)) return undefined;
    const leaving = new AbortController();
    const load = async () => {
      try {
        const kept = await readRun(watched.run, leaving.signal);
        if (kept.version !== version) {
          setProblem("This run was played by rules that this page no longer has.");
          return;
        }
        const title = `${kept.name ?? "Somebody"}, ${formatResult(kept.result, kept.order)}`;
        setLoaded({ ...kept, log: fromBase64(kept.log), title });
      } catch {
        if (!leaving.signal.aborted) setProblem("This run cannot be loaded just now.");
      }
    };
    void load();
    return () => leaving.abort();
  }, [watched, version]);
  return (
    <Modal label="replay-title" className="arcade-dialog replay-dialog" onClose={onClose}>
      <header>
        <h2 id="replay-title" dir="auto">
          {loaded?.title ?? "A run"}
        </h2>
        <button type="button" className="text-button" onClick={onClose}>
          Close
        </button>
      </header>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      {loaded === undefined ? (
        problem === undefined ? (
          <p className="loading">Loading...</p>
        ) : null
      ) : (
        <ReplayView open={open} run={loaded} onProblem={setProblem} />
      )}
    </Modal>
  );
}

function ReplayView({
  open,
  run,
  onProblem,
}: {
  open: OpenViewer;
  run: Loaded;
  onProblem: (problem: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const viewer = useRef<Viewer>(undefined);
  const openNow = useEffectEvent(open);
  const [now, setNow] = useState({ tick: 0, isPlaying: true, words: "" });
  const [speed, setSpeed] = useState<number>(1);
  useEffect(() => {
    if (box.current === null || canvas.current === null) return undefined;
    const made = openNow({ run, box: box.current, canvas: canvas.current, tell: setNow });
    if (made === undefined) {
      onProblem("This run cannot be played by this page.");
      return undefined;
    }
    viewer.current = made;
    return () => made.close();
  }, [run, onProblem]);
  return (
    <>
      <div className="replay-box" ref={box}>
        <canvas ref={canvas}>{now.words}</canvas>
      </div>
      <div className="replay-acts">
        <button type="button" onClick={() => viewer.current?.toggle()}>
          {now.isPlaying ? "Pause" : now.tick >= run.ticks ? "From the beginning" : "Play"}
        </button>
        <input
          type="range"
          aria-label="Where in the run"
          min={0}
          max={Math.ceil(run.ticks / ticksOfSeek)}
          value={Math.ceil(now.tick / ticksOfSeek)}
          aria-valuetext={`${Math.round(now.tick / 60)} of ${Math.round(run.ticks / 60)} seconds`}
          onChange={({ currentTarget }) =>
            viewer.current?.seek(Number(currentTarget.value) * ticksOfSeek)
          }
        />
        <label>
          <span className="unseen">Speed</span>
          <select
            value={speed}
            onChange={({ currentTarget }) => {
              const next = Number(currentTarget.value);
              setSpeed(next);
              viewer.current?.setSpeed(next);
            }}
          >
            {speeds.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  );
}
