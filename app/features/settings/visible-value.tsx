/** Any JSON as people can read it: fields with names in words, lists one below the other. */
import { minuteOf } from "#app/parts/tool-frame/when.ts";

export function VisibleValue({ value }: { value: unknown }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <p className="settings-note">None.</p>;
    return (
      <ol className="settings-list">
        {value.map((item, index) => (
          // They are shown as they came, all at once.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <VisibleValue value={item} />
          </li>
        ))}
      </ol>
    );
  }
  if (typeof value === "object" && value !== null) {
    return (
      <dl className="settings-facts">
        {Object.entries(value).map(([key, field]) => (
          <div key={key}>
            <dt>{wordsOf(key)}</dt>
            <dd>
              <VisibleValue value={field} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  return <>{textOf(value)}</>;
}

/** `lastLoginAt` → `Last login at`, `userAITokens` → `User AI tokens` */
export function wordsOf(key: string): string {
  const words = key
    .split(/_|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) =>
      /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase().replace(/^email$/, "e-mail"),
    )
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function textOf(value: unknown): string {
  switch (typeof value) {
    case "boolean":
      return value ? "yes" : "no";
    case "string":
      if (instant.test(value)) return minuteOf(value);
      return value === "" ? "–" : value;
    case "number":
      // Of sessions instants are numbers.
      return value > 1e12 ? minuteOf(value) : value.toLocaleString("en");
    default:
      return "–";
  }
}
