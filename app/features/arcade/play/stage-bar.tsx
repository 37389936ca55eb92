import type { Readout } from "../game.ts";

/** Above the field: how it stands, and what can be done about it. */
export function StageBar({
  readouts,
  hasSound,
  onSound,
  onSettings,
  onPause,
}: {
  readouts: readonly Readout[];
  hasSound: boolean;
  onSound: () => void;
  onSettings: () => void;
  /** Undefined: nothing is played. */
  onPause: (() => void) | undefined;
}) {
  return (
    <div className="stage-bar">
      <dl className="readouts">
        {readouts.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="stage-acts">
        {onPause === undefined ? (
          <button key="settings" type="button" onClick={onSettings}>
            Settings
          </button>
        ) : (
          <button
            key="pause"
            type="button"
            onClick={onPause}
            // A finger's press at once: after a flick the browser takes the next tap for its end, and sends no click.
            onPointerDown={({ pointerType }) => pointerType === "touch" && onPause()}
          >
            Pause
          </button>
        )}
        <button type="button" aria-pressed={hasSound} onClick={onSound}>
          {hasSound ? "Sound on" : "Sound off"}
        </button>
      </div>
    </div>
  );
}
