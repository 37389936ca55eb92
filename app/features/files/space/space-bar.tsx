import { formatBytes } from "#app/ui/format-bytes.ts";
import type { Drive } from "#app/live/drive/drive.ts";
import { type Usage, useUsage } from "./use-usage.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-care.css";

/** From this share on it is said that space runs out. */
const nearlyFull = 0.9;

/** How much of one's space is used. */
export function SpaceBar({ drive }: { drive: Drive }) {
  return <UsageBar usage={useUsage(drive)} />;
}

export function UsageBar({ usage }: { usage: Usage | undefined }) {
  return (
    // There before it says anything, so that nothing below it moves.
    <div className="drive-space-bar">{usage === undefined ? null : <Space usage={usage} />}</div>
  );
}

function Space({ usage }: { usage: Usage }) {
  if (usage === "unknown") return <p>How much space is used cannot be told just now.</p>;
  const { usedBytes, reservedBytes, limitBytes } = usage;
  // What is on its way has its place already.
  const taken = usedBytes + reservedBytes;
  const held =
    reservedBytes > 0 ? `, ${formatBytes(reservedBytes)} of it by uploads under way` : "";
  if (limitBytes === null) return <p>{`${formatBytes(taken)} used${held}`}</p>;
  const share = limitBytes === 0 ? 1 : Math.min(taken / limitBytes, 1);
  const isNearlyFull = share >= nearlyFull;
  const text = `${formatBytes(taken)} of ${formatBytes(limitBytes)} used${held}`;
  return (
    <>
      <meter
        aria-label="Space"
        aria-valuetext={text}
        value={share}
        data-full={isNearlyFull || undefined}
      />
      <p>
        {isNearlyFull ? `${text}.` : text}
        {isNearlyFull ? <strong> {warning(limitBytes - taken)}</strong> : null}
      </p>
    </>
  );
}

function warning(freeBytes: number): string {
  return freeBytes > 0
    ? `Only ${formatBytes(freeBytes)} left.`
    : "It is full: delete files and empty the trash to make room.";
}
