import { Button, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import type { AiSettingsRead } from "#lib/ai/api.ts";
import { mostOwnerPrompt } from "#lib/ai/limits.ts";
import { boundsOf } from "./settings-draft.ts";
import type { NumberName } from "./settings-draft.ts";
import { useSettingsDraft } from "./use-settings-draft.ts";
import type { SettingsDraft } from "./use-settings-draft.ts";

type Props = { stored: AiSettingsRead; onSaved: () => Promise<void> };

/** What the owner chooses: it holds from the next question on. */
export function SettingsForm({ stored, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const editing = useSettingsDraft(stored, onSaved);
  const { draft, faults, isChanged, isSaving, change } = editing;

  async function submit(): Promise<void> {
    const isRight = await editing.save();
    if (!isRight) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }

  return (
    <form
      ref={form}
      className="ai-part"
      noValidate
      aria-labelledby="ai-settings"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3 id="ai-settings">What it does, and what it costs</h3>
      <Switch
        label="The AI answers"
        description="Switched off, nobody can ask it, and nothing is charged."
        checked={draft.on}
        onChange={({ currentTarget }) => change({ on: currentTarget.checked })}
      />
      <Textarea
        className="ai-wide"
        label="What it is told before each question"
        description={`Who you are, how it speaks, what it leaves alone. Only admins read this. ${draft.prompt.length.toLocaleString("en")} of ${mostOwnerPrompt.toLocaleString("en")} letters.`}
        dir="auto"
        rows={6}
        value={draft.prompt}
        error={faults.prompt}
        onChange={({ currentTarget }) => change({ prompt: currentTarget.value })}
      />
      <div className="ai-wide ai-fields">
        <NativeSelect
          label="Price"
          description="In AI tokens, which admins give out under User management."
          value={draft.per}
          onChange={({ currentTarget }) =>
            change({ per: currentTarget.value === "usage" ? "usage" : "reply" })
          }
          data={[
            { value: "reply", label: "The same for each answer" },
            { value: "usage", label: "By length" },
          ]}
        />
        {draft.per === "reply" ? (
          <Count
            name="tokens"
            label="For an answer"
            help="AI tokens, whole ones."
            editing={editing}
          />
        ) : (
          <>
            <Count
              name="perThousandIn"
              label="For 1,000 tokens that are read"
              help="AI tokens; fractions are fine, the sum is rounded up."
              editing={editing}
            />
            <Count
              name="perThousandOut"
              label="For 1,000 tokens that are written"
              help="AI tokens. An answer costs at least one."
              editing={editing}
            />
          </>
        )}
        <Count
          name="maxOutput"
          label="Longest answer"
          help="Tokens of the provider; 1,000 are about 750 words."
          editing={editing}
        />
        <Count
          name="userDaily"
          label="One account in a day"
          help="AI tokens at most. Everybody can set a lower limit for themselves."
          editing={editing}
        />
        <Count
          name="siteDaily"
          label="The whole site in a day"
          help="AI tokens at most, so that a bad day stays a bounded one. Days are UTC."
          editing={editing}
        />
      </div>
      <Problem editing={editing} />
      <div className="ai-buttons">
        <Button type="submit" loading={isSaving} disabled={!isChanged}>
          Save
        </Button>
        {isChanged ? (
          <Button variant="default" disabled={isSaving} onClick={editing.drop}>
            Drop my changes
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function Problem({ editing: { problem, isSaving, save, drop } }: { editing: SettingsDraft }) {
  return (
    <div className="ai-wide" role="alert">
      {problem === undefined ? null : (
        <>
          <p className="ai-problem">{problem.text}</p>
          {problem.isConflict ? (
            <div className="ai-buttons">
              <Button variant="default" disabled={isSaving} onClick={drop}>
                Show what it is now
              </Button>
              <Button variant="default" loading={isSaving} onClick={() => void save(true)}>
                Save mine over it
              </Button>
            </div>
          ) : null}
        </>
      )}
    </div>
  );
}

function Count({
  name,
  label,
  help,
  editing: { draft, faults, change },
}: {
  name: NumberName;
  label: string;
  help: string;
  editing: SettingsDraft;
}) {
  const { from, to, isWhole } = boundsOf(name);
  return (
    <TextInput
      type="number"
      inputMode={isWhole ? "numeric" : "decimal"}
      label={label}
      description={help}
      min={from}
      max={to}
      step={isWhole ? 1 : "any"}
      value={draft[name]}
      error={faults[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
}
