import { formatBytes } from "#app/ui/format-bytes.ts";
import type { Usage } from "./use-usage.ts";

/** From this share on it is said that space runs out. */
const nearlyFull = 0.9;

/** How much of one's space is used. */
export function SpaceBar({ usage }: { usage: Usage | undefined }) {
  return (
    // There before it says anything, so that nothing below it moves.
    <div className="space">{usage === undefined ? null : <Space usage={usage} />}</div>
  );
}

function Space({ usage }: { usage: Usage }) {
  if (usage === "unknown")
    return <p className="quiet">How much space is used cannot be told just now.</p>;
  const { usedBytes, reservedBytes, limitBytes } = usage;
  // What is on its way has its place already.
  const taken = usedBytes + reservedBytes;
  const held =
    reservedBytes > 0 ? `, ${formatBytes(reservedBytes)} of it by uploads under way` : "";
  if (limitBytes === null) return <p className="quiet">{`${formatBytes(taken)} used${held}`}</p>;
  const share = limitBytes === 0 ? 1 : Math.min(taken / limitBytes, 1);
  const text = `${formatBytes(taken)} of ${formatBytes(limitBytes)} used${held}`;
  return (
    <>
      <meter
        aria-label="Space"
        aria-valuetext={text}
        value={share}
        data-full={share >= nearlyFull || undefined}
      />
      <p className="quiet">
        {share >= nearlyFull ? `${text}.` : text}
        {share >= nearlyFull ? (
          <strong className="space-warning"> {warning(limitBytes - taken)}</strong>
        ) : null}
      </p>
    </>
  );
}

function warning(freeBytes: number): string {
  return freeBytes > 0
    ? `Only ${formatBytes(freeBytes)} left.`
    : "It is full: delete files to make room.";
}
