/** Whether the links of a document still lead there: looked at each week, and when somebody wants to know. */
import { Button } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { ApiError, callApi } from "#app/live/api.ts";
import { openDocuments } from "#app/live/firebase.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { LinkCheck } from "#lib/link-check.ts";
import { linksOf } from "#lib/links-of.ts";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import { linksSaid } from "./link-words.ts";

type Props = { kind: ContentToolFacts["kind"]; id: string; fields: PlainFields };

export function LinkChecks({ kind, id, fields }: Props) {
  const urls = useMemo(() => linksOf(fields), [fields]);
  const [check, setCheck] = useState<LinkCheck>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    const life = new AbortController();
    const read = async () => {
      const { documents, sdk } = await openDocuments();
      const found = await sdk.getDoc(sdk.doc(documents, `linkChecks/${kind}_${id}`));
      if (!life.signal.aborted && found.exists()) setCheck(found.data() as LinkCheck);
    };
    read().catch(() => {
      // Never checked, or not to be read just now: the button is there.
    });
    return () => life.abort();
  }, [kind, id]);

  async function checkNow(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      setCheck(await callApi<LinkCheck>("POST", "/api/link-checks/now", { kind, id }));
    } catch (error) {
      setProblem(
        error instanceof ApiError ? error.message : "The links were not checked. Try it again.",
      );
    }
    setBusy(false);
  }

  if (urls.length === 0) return null;
  return (
    <section className="link-checks">
      <div aria-live="polite">
        {linksSaid(urls, check).map(({ text, isProblem }) => (
          <p key={text} className={isProblem ? "content-problem" : "faint"}>
            {text}
          </p>
        ))}
      </div>
      <p role="alert" className="content-problem">
        {problem}
      </p>
      <Button variant="default" loading={isBusy} onClick={() => void checkNow()}>
        {urls.length === 1 ? "Check the link now" : "Check the links now"}
      </Button>
    </section>
  );
}
