import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { saveAiCap } from "#app/live/ai/ai-api.ts";
import { numberText, tokensOf } from "#app/parts/ai/price-words.ts";
import { offerUndo } from "#app/parts/tool-frame/toasts.ts";
import type { AiState } from "#lib/ai/api.ts";
import { Part } from "./security/part.tsx";
import { useAct } from "./security/use-act.ts";

type Props = { state: AiState; onSaved: (cap: number | null) => void };

/** A limit of one's own, below that of the site. */
export function AiCapPart({ state: { cap, userDaily }, onSaved }: Props) {
  const [typed, setTyped] = useState(cap === null ? "" : String(cap));
  const act = useAct();
  const isChanged = typed.trim() !== (cap === null ? "" : String(cap));

  async function save(next: number | null): Promise<void> {
    const isDone = await act.run(() => saveAiCap(next));
    if (!isDone) return;
    onSaved(next);
    offerUndo({
      text: next === null ? "You have no limit of your own." : `At most ${tokensOf(next)} a day.`,
      undo: async () => {
        await saveAiCap(cap);
        onSaved(cap);
      },
    });
  }

  function submit(): void {
    if (!isChanged) return;
    const next = typed.trim() === "" ? null : Number(typed);
    if (next !== null && (!Number.isInteger(next) || next < 0 || next > userDaily)) {
      act.setProblem(`Type a whole number from 0 to ${numberText(userDaily)}.`);
      return;
    }
    void save(next);
  }

  return (
    <Part
      title="A lower limit of my own"
      state={`This site lets you spend ${tokensOf(userDaily)} in a day. With a limit of your own the AI stops earlier; 0 is none at all.`}
    >
      <form
        className="settings-line"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          type="number"
          inputMode="numeric"
          label="AI tokens in a day, at most"
          min={0}
          max={userDaily}
          step={1}
          placeholder="No limit of my own"
          value={typed}
          error={act.problem}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            act.setProblem(undefined);
          }}
        />
        <div className="settings-line-buttons">
          <Button type="submit" variant="default" loading={act.busy} disabled={!isChanged}>
            Save limit
          </Button>
          {cap === null ? null : (
            <Button variant="subtle" disabled={act.busy} onClick={() => void save(null)}>
              Take it away
            </Button>
          )}
        </div>
      </form>
    </Part>
  );
}
