const hues = [20, 60, 110, 160, 210, 260, 300, 340];

/** The first letters of a name, in a colour of its own. */
export function Avatar({ name }: { name: string }) {
  const letters = name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => /^./u.exec(word)?.[0] ?? "")
    .join("")
    .toUpperCase();
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((a, b) => a + b, 0);
  return (
    <span className="chat-avatar" data-hue={hues[sum % hues.length]} aria-hidden="true">
      {letters}
    </span>
  );
}
