/** Every accepted submission with its code. The cookie is in the memory of this page until it is used or left. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { callApi } from "#app/live/api.ts";
import type { ImportResult } from "#lib/leetcode/api.ts";
import { counted, leetcodeProblem, resultWords } from "./leetcode-words.ts";

type Part = { read: number; results: ImportResult[]; next: string | null };

export function FullSync() {
  const [cookie, setCookie] = useState("");
  const [publish, setPublish] = useState(false);
  const [read, setRead] = useState(0);
  const [results, setResults] = useState<readonly ImportResult[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // Where a run that broke off goes on.
  const after = useRef<string | null>(null);
  const life = useRef(new AbortController());
  useEffect(() => () => life.current.abort(), []);

  async function run(): Promise<void> {
    const value = cookie.trim().replace(/^LEETCODE_SESSION=/, "");
    if (value === "") return setProblem("Paste the value of the cookie LEETCODE_SESSION.");
    life.current = new AbortController();
    const { signal } = life.current;
    setBusy(true);
    setProblem(undefined);
    if (after.current === null) {
      setRead(0);
      setResults([]);
    }
    try {
      for (let isMore = true; isMore && !signal.aborted;) {
        // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before it ended
        const part: Part = await callApi(
          "POST",
          "/api/leetcode/submissions",
          { cookie: value, after: after.current, publish },
          { signal },
        );
        after.current = part.next;
        isMore = part.next !== null;
        setRead((before) => before + part.read);
        setResults((before) => [...before, ...part.results]);
      }
      if (after.current === null) setCookie("");
    } catch (error) {
      if (!signal.aborted) setProblem(leetcodeProblem(error));
    }
    setBusy(false);
  }

  const failed = results.filter(({ did }) => did === "failed");
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <p>
        LeetCode shows code to nobody but its author. Copy the value of the cookie{" "}
        <code>LEETCODE_SESSION</code> from a browser that is signed in there. It is sent to LeetCode
        by this site and is stored nowhere.
      </p>
      <TextInput
        type="password"
        label="Value of LEETCODE_SESSION"
        autoComplete="off"
        spellCheck={false}
        value={cookie}
        disabled={isBusy}
        error={problem}
        onChange={({ currentTarget }) => setCookie(currentTarget.value)}
      />
      <Checkbox
        mt="sm"
        label="Publish them at once"
        description="Otherwise they become drafts."
        checked={publish}
        disabled={isBusy}
        onChange={({ currentTarget }) => setPublish(currentTarget.checked)}
      />
      <div className="leetcode-acts">
        <Button type="submit" loading={isBusy}>
          {read > 0 && cookie !== "" ? "Go on" : "Read all of them"}
        </Button>
        {isBusy ? (
          <Button variant="default" onClick={() => life.current.abort()}>
            Stop
          </Button>
        ) : null}
        <output>
          {read > 0 ? `${counted(read, "submission")} read: ${resultWords(results)}` : ""}
        </output>
      </div>
      {failed.length === 0 ? null : (
        <ul className="plain-list">
          {failed.map(({ link, title, text }, at) => (
            // The same one may fail twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${link} ${at}`}>
              <p className="content-problem">
                <bdi>{title}</bdi>: {text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
