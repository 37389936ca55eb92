type Props = { title: string; lines: readonly string[]; isOpen?: boolean };

/** Nothing, if there are no lines. */
export function FoldedList({ title, lines, isOpen = false }: Props) {
  if (lines.length === 0) return null;
  return (
    <details className="import-lines" open={isOpen}>
      <summary>
        {title} <span className="faint">{lines.length.toLocaleString("en")}</span>
      </summary>
      <ul>
        {lines.map((line, at) => (
          // Two may read the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}
