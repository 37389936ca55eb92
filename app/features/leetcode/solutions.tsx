import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { formatDate } from "#lib/format-date.ts";
import { languageName } from "#lib/leetcode/language-name.ts";
import { codeKinds } from "#lib/leetcode/problem-files.ts";
import type { ColouredSolution } from "#lib/leetcode/problem-files.ts";

/** A tab for each language; what has several solutions shows them one below the other. */
export function Solutions({ solutions }: { solutions: readonly ColouredSolution[] }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  // By name: `go` and `golang` are one.
  const languages = [...new Set(solutions.map(({ language }) => languageName(language)))];
  const shown = languages[chosen] ?? "";
  const own = solutions.filter(({ language }) => languageName(language) === shown);
  const isOne = languages.length === 1;
  return (
    <div className="solutions">
      {isOne ? null : (
        <LanguageTabs id={id} languages={languages} chosen={chosen} onChoose={setChosen} />
      )}
      <div
        {...(isOne
          ? {}
          : { role: "tabpanel", id: `${id}panel`, "aria-labelledby": `${id}${chosen}` })}
      >
        {own.map((solution, at) => (
          // They have no names of their own.
          // oxlint-disable-next-line react/no-array-index-key
          <Solution
            key={`${chosen}/${at}`}
            solution={solution}
            place={own.length > 1 ? at + 1 : 0}
            isTabbed={!isOne}
          />
        ))}
      </div>
    </div>
  );
}

type TabsProps = {
  id: string;
  languages: readonly string[];
  chosen: number;
  onChoose: (at: number) => void;
};

function LanguageTabs({ id, languages, chosen, onChoose }: TabsProps) {
  const tabs = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent): void {
    const last = languages.length - 1;
    const to = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChoose(to);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  }
  return (
    // Its tabs take the focus.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={tabs}
      className="language-tabs"
      role="tablist"
      aria-label="Languages"
      onKeyDown={move}
    >
      {languages.map((language, at) => (
        <button
          key={language}
          type="button"
          role="tab"
          id={`${id}${at}`}
          aria-selected={at === chosen}
          aria-controls={`${id}panel`}
          tabIndex={at === chosen ? 0 : -1}
          onClick={() => onChoose(at)}
        >
          {language}
        </button>
      ))}
    </div>
  );
}

type SolutionProps = {
  solution: ColouredSolution;
  /** Among those of its language, from 1; 0 when it is the only one. */
  place: number;
  /** Its language stands above it already. */
  isTabbed: boolean;
};

function Solution({ solution, place, isTabbed }: SolutionProps) {
  const { language, code, label, time, space, note, solvedOn } = solution;
  const name = label || (place > 0 ? `Solution ${place}` : languageName(language));
  const facts = [
    time && `Time ${time}`,
    space && `Space ${space}`,
    solvedOn && `Solved ${formatDate(solvedOn)}`,
  ].filter(Boolean);
  return (
    <section className="solution" aria-label={name}>
      <div className="solution-head">
        <h2 dir="auto" className={isTabbed && !label && place === 0 ? "unseen" : undefined}>
          {name}
        </h2>
        <Copy code={code} />
      </div>
      {facts.length > 0 ? <p className="quiet">{facts.join(" · ")}</p> : null}
      {note ? (
        <p className="summary note" dir="auto">
          {note}
        </p>
      ) : null}
      {/* Who has no pointer scrolls it by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="code" tabIndex={0} dir="ltr">
        <code>{pieces(solution)}</code>
      </pre>
    </section>
  );
}

function pieces({ code, spans }: ColouredSolution): ReactNode[] {
  const all: ReactNode[] = [];
  let from = 0;
  for (let at = 0; at < spans.length; at += 2) {
    const to = from + (spans[at] ?? 0);
    const kind = codeKinds[spans[at + 1] ?? 0] ?? "plain";
    const text = code.slice(from, to);
    all.push(
      kind === "plain" ? (
        text
      ) : (
        <span key={from} className={`code-${kind}`}>
          {text}
        </span>
      ),
    );
    from = to;
  }
  all.push(code.slice(from));
  return all;
}

function Copy({ code }: { code: string }) {
  const [said, setSaid] = useState("");
  async function copy(): Promise<void> {
    try {
      // Without https there is no clipboard at all.
      await navigator.clipboard.writeText(code);
      setSaid("Copied");
    } catch {
      setSaid("Could not be copied: select it instead");
    }
  }
  return (
    <p className="no-print">
      <output className="quiet">{said}</output>{" "}
      <button type="button" className="text-button" onClick={() => void copy()}>
        Copy code
      </button>
    </p>
  );
}
