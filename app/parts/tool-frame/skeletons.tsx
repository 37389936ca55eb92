/** What comes, in outline: the shapes of the frame while their matter is on its way. Read out as one word. */

export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <output className="skeleton">
      <span className="unseen">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        // They have no order to lose.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row} className="skeleton-row" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </output>
  );
}

export function SkeletonForm({ fields = 4 }: { fields?: number }) {
  return (
    <output className="skeleton">
      <span className="unseen">Loading...</span>
      {Array.from({ length: fields }, (_, field) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={field} className="skeleton-field" aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </output>
  );
}
