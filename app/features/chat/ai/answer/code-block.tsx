/** Code with its language, to be copied. */
import { useContext, useEffect, useState } from "react";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { CurrentRow } from "./current-row.ts";

export function CodeBlock({ language, text }: { language: string; text: string }) {
  const isCurrent = useContext(CurrentRow);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      tellProblem("The browser did not let it be copied.");
    }
  }
  return (
    <div className="ai-code">
      <div className="ai-code-head">
        <span>{language === "" ? "Text" : language}</span>
        <button
          type="button"
          className="act"
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => void copy()}
        >
          {isCopied ? "Copied" : "Copy"}
          <span className="unseen"> this code</span>
        </button>
        <output className="unseen">{isCopied ? "The code is copied." : ""}</output>
      </div>
      {/* Long lines are scrolled, by keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
