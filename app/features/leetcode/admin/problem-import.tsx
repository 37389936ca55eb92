/** Problems of a JSON file, or of LeetCode by their slugs: looked at first, then made drafts or published. */
import { Button, Checkbox, Textarea } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import type { ImportedProblem, ImportResult } from "#lib/leetcode/api.ts";
import { ImportFileError, readImportFile } from "#lib/leetcode/import-file.ts";
import { linkKey } from "#lib/leetcode/problem-link.ts";
import { askQuestions, importProblems } from "./import-calls.ts";
import { ImportRows } from "./import-rows.tsx";
import type { Found } from "./import-rows.tsx";
import { counted, leetcodeProblem, resultWords } from "./leetcode-words.ts";

type Props = {
  user: { uid: string; name: string };
  onClose: () => void;
  /** Problems are there. */
  onMade: () => void;
};

export function ProblemImport({ onClose, onMade }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Found>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<readonly ImportResult[]>([]);
  const [publish, setPublish] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"reading" | "importing">();
  const life = useRef(new AbortController());
  useEffect(() => () => life.current.abort(), []);

  async function look(read: () => Promise<Found>): Promise<void> {
    setBusy("reading");
    setProblem(undefined);
    setResults([]);
    setFound(undefined);
    try {
      const next = await read();
      setFound(next);
      setChosen(new Set(next.problems.map(({ link }) => linkKey(link))));
    } catch (error) {
      setProblem(error instanceof ImportFileError ? error.message : leetcodeProblem(error));
    }
    setBusy(undefined);
  }

  function ask(): void {
    const slugs = typed.split(/[\s,]+/).filter(Boolean);
    if (slugs.length === 0) setProblem("Enter a slug or an address, such as two-sum.");
    else void look(async () => ({ skipped: 0, ...(await askQuestions(slugs)) }));
  }

  async function bring(problems: readonly ImportedProblem[]): Promise<void> {
    setBusy("importing");
    life.current = new AbortController();
    const all: ImportResult[] = [];
    await importProblems(problems, publish, {
      signal: life.current.signal,
      onResults(some) {
        all.push(...some);
        setResults([...all]);
      },
    });
    setBusy(undefined);
    const done = all.filter(({ did }) => did !== "failed");
    const gone = new Set(done.map(({ link }) => linkKey(link)));
    setChosen((before) => new Set([...before].filter((key) => !gone.has(key))));
    if (done.length > 0) onMade();
  }

  const wanted = found?.problems.filter(({ link }) => chosen.has(linkKey(link))) ?? [];
  return (
    <Modal label={id} onClose={onClose} className="modal problem-import">
      <h2 id={id}>Import problems</h2>
      <p className="confirm-text">
        What is here already gets the solutions and categories that it does not have; nothing that
        is written is replaced.
      </p>
      <label className="import-file">
        <span className="field-label">JSON file: problems, or LeetCode’s list of submissions</span>
        <input
          type="file"
          accept=".json,application/json"
          disabled={busy !== undefined}
          // The same file, mended, is a choice, too.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={({ currentTarget: { files } }) => {
            const file = files?.[0];
            if (file !== undefined) void look(() => readImportFile(file));
          }}
        />
      </label>
      <Textarea
        label="Or slugs and addresses at LeetCode, one in each line"
        placeholder="two-sum"
        autoComplete="off"
        spellCheck={false}
        rows={3}
        value={typed}
        disabled={busy !== undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="leetcode-acts">
        <Button variant="default" loading={busy === "reading"} onClick={ask}>
          Look them up
        </Button>
      </div>
      <div role="alert">{problem && <p className="content-problem">{problem}</p>}</div>
      {found === undefined ? null : (
        <>
          <ImportRows
            found={found}
            chosen={chosen}
            results={results}
            disabled={busy !== undefined}
            onChoose={setChosen}
          />
          <Checkbox
            label="Publish them at once"
            description="Otherwise they become drafts. What has a draft already stays a draft."
            checked={publish}
            disabled={busy !== undefined}
            onChange={({ currentTarget }) => setPublish(currentTarget.checked)}
          />
        </>
      )}
      <div className="confirm-buttons">
        <output>
          {busy === "importing" ? `${counted(results.length, "problem")} done… ` : ""}
          {results.length > 0 ? resultWords(results) : ""}
        </output>
        {busy === "importing" ? (
          <Button variant="default" onClick={() => life.current.abort()}>
            Stop
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
        <Button
          disabled={wanted.length === 0 || busy === "reading"}
          loading={busy === "importing"}
          onClick={() => void bring(wanted)}
        >
          {wanted.length === 0 ? "Import" : `Import ${counted(wanted.length, "problem")}`}
        </Button>
      </div>
    </Modal>
  );
}
