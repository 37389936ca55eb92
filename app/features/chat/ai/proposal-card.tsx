/** What an answer proposes to be made: nothing is, before somebody clicks, and then it lies open as a draft of theirs. */
import { useContext, useState } from "react";
import { useNavigate } from "react-router";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import type { ToolDraft } from "#app/ui/tool-feature.ts";
import { useChat } from "../store/use-chat.ts";
import { CodeBlock } from "./answer/code-block.tsx";
import { CurrentRow } from "./answer/current-row.ts";
import { readProposal } from "./read-proposal.ts";

const words: Readonly<Record<ToolDraft["kind"], readonly [name: string, button: string]>> = {
  todo: ["Proposed task", "Open it as a task"],
  card: ["Proposed card", "Open it as a card"],
  journal: ["Proposed journal entry", "Open it in the journal"],
};

export const renderProposal = (json: string, isComing: boolean) => (
  <Proposal json={json} isComing={isComing} />
);

function Proposal({ json, isComing }: { json: string; isComing: boolean }) {
  const draft = readProposal(json);
  if (draft) return <ProposalCard draft={draft} />;
  return isComing ? (
    <p className="faint">A proposal is coming…</p>
  ) : (
    <CodeBlock language="" text={json} />
  );
}

function ProposalCard({ draft }: { draft: ToolDraft }) {
  const { kind, title, text, due } = draft;
  const isCurrent = useContext(CurrentRow);
  const { createFrom } = useChat();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [name, button] = words[kind];

  async function open(): Promise<void> {
    setProblem(undefined);
    try {
      const path = await createFrom(draft);
      if (path === undefined) setProblem("There is no tool here that takes it.");
      else await navigate(path);
    } catch {
      setProblem("The tool did not load. Check your connection and try again.");
    }
  }

  return (
    <section className="ai-proposal" aria-label={name}>
      <p className="ai-proposal-kind">
        {name}
        {due === undefined ? null : <time dateTime={due}>, due {dayOf(`${due}T12:00`)}</time>}
      </p>
      {title === "" ? null : (
        <p className="ai-proposal-title" dir="auto">
          {title}
        </p>
      )}
      {text === "" ? null : (
        <p className="ai-proposal-text" dir="auto">
          {text}
        </p>
      )}
      <p className="ai-proposal-foot">
        <button
          type="button"
          className="act"
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => void open()}
        >
          {button}
        </button>
        <span className="faint">Nothing is made before you save it there.</span>
      </p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </section>
  );
}
