/** What an AI chat is for while nothing was asked in it, with something to begin with. */
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/chat-ai.css";

const starters: readonly string[] = [
  "Make a list of what I need for ",
  "Put this into plain words: ",
  "What speaks for and against ",
  "Find the mistakes in this text: ",
];

export function EmptyAiChat({ onStart }: { onStart: (text: string) => void }) {
  return (
    <div className="chat-history ai-empty">
      <EmptyRoom
        title="Ask the AI something"
        text="It reads what you write here and the text files you attach, and nothing else of yours. It can be wrong. Only you see this chat; questions go to the provider that this site has chosen."
        action={
          <ul className="ai-starters" aria-label="To begin with">
            {starters.map((text) => (
              <li key={text}>
                <button type="button" onClick={() => onStart(text)}>
                  {text.trim().replace(/(?<!:)$/u, "…")}
                </button>
              </li>
            ))}
          </ul>
        }
      />
    </div>
  );
}
