/** What stands in the way of publishing, each with the way to its field. */
import { Alert } from "@mantine/core";
import type { Problem } from "#lib/content/problems.ts";
import type { ContentSection } from "./content-tool-facts.ts";
import { goToField } from "./field-place.ts";

type Props = {
  problems: readonly Problem[];
  sections: readonly ContentSection[];
};

/** There before anything is in it, so that it is read out when somebody wanted to publish. */
export function ProblemList({ problems, sections }: Props) {
  return (
    <div role="alert" className="problem-list">
      {problems.length === 0 ? null : (
        <Alert color="red" role="presentation">
          <p>
            {problems.length === 1 ? "One thing is" : `${problems.length} things are`} in the way of
            publishing. What you have written is saved.
          </p>
          <ul className="problem-links">
            {problems.map(({ path, text }) => (
              <li key={path}>
                {path === "" ? null : (
                  <>
                    <button type="button" onClick={() => goToField(path)}>
                      {labelOf(path, sections)}
                    </button>
                    :{" "}
                  </>
                )}
                {text}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

/** As the form calls it. */
export function labelOf(path: string, sections: readonly ContentSection[]): string {
  const [name, at] = path.split(".");
  const field = sections
    .flatMap(({ fields }) => fields)
    .find((candidate) => candidate.name === name);
  const label = field?.label ?? (name || "The whole");
  const place = Number(at);
  return Number.isInteger(place) && at !== undefined && field?.kind !== "rich-text"
    ? `${label}, ${place + 1}`
    : label;
}
