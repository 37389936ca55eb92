/** What was found, before it is imported; then what became of each. */
import { Button } from "@mantine/core";
import { useMemo } from "react";
import type { ImportedProblem, ImportResult } from "#lib/leetcode/api.ts";
import { languageName } from "#lib/leetcode/language-name.ts";
import { linkKey } from "#lib/leetcode/problem-link.ts";
import { difficultyWord } from "./difficulty.ts";
import { counted } from "./leetcode-words.ts";

export type Found = {
  problems: readonly ImportedProblem[];
  faults: readonly { at: string; text: string }[];
  /** Submissions that were not accepted. */
  skipped: number;
};

type Props = {
  found: Found;
  /** By `linkKey`. */
  chosen: ReadonlySet<string>;
  results: readonly ImportResult[];
  disabled: boolean;
  onChoose: (chosen: ReadonlySet<string>) => void;
};

/** More than these are chosen as one. */
const maxRows = 1000;

export function ImportRows({ found, chosen, results, disabled, onChoose }: Props) {
  const { problems, faults, skipped } = found;
  const resultOf = useMemo(
    () => new Map(results.map((result) => [linkKey(result.link), result])),
    [results],
  );
  const choose = (key: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    onChoose(next);
  };
  return (
    <fieldset className="import-found" disabled={disabled}>
      <legend>
        {counted(problems.length, "problem")} found
        {skipped > 0 ? `; ${counted(skipped, "submission")} not accepted, left out` : ""}
      </legend>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => onChoose(new Set(problems.map(({ link }) => linkKey(link))))}
      >
        Choose all
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => onChoose(new Set())}>
        Choose none
      </Button>
      {/* By keyboard it scrolls also while none of its boxes can be chosen. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="plain-list import-rows" tabIndex={0} aria-label="Found">
        {faults.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <p className="content-problem">
              <bdi>{at}</bdi>: {text}
            </p>
          </li>
        ))}
        {problems.slice(0, maxRows).map((problem) => {
          const key = linkKey(problem.link);
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(key)}
                  onChange={({ currentTarget }) => choose(key, currentTarget.checked)}
                />
                <span>
                  <bdi>{problem.title}</bdi>
                  <br />
                  <span className="faint">{detailOf(problem)}</span>
                  <Outcome result={resultOf.get(key)} />
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {problems.length > maxRows ? (
        <p className="faint">And {counted(problems.length - maxRows, "more", "more")}.</p>
      ) : null}
    </fieldset>
  );
}

const didWords: Record<ImportResult["did"], string> = {
  made: "New",
  added: "Added to what was here",
  same: "Was here already",
  failed: "Not imported",
};

function Outcome({ result }: { result: ImportResult | undefined }) {
  if (result === undefined) return null;
  const { did, as, text } = result;
  const words = [didWords[did], as].filter(Boolean).join(", ");
  return (
    <span className={did === "failed" ? "content-problem" : "faint"}>
      <br />
      {words}. {text}
    </span>
  );
}

function detailOf({ number, difficulty, categories, solutions }: ImportedProblem): string {
  const languages = [...new Set(solutions.map(({ language }) => languageName(language)))];
  return [
    number && `number ${number}`,
    difficulty && difficultyWord(difficulty),
    categories.slice(0, 4).join(", "),
    `${counted(solutions.length, "solution")}${languages.length > 0 ? ` in ${languages.join(", ")}` : ""}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
