/** When the server reminds to write. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { callApi } from "#app/live/api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { WritingReminder } from "#lib/journal/writing-reminder.ts";

type Answer = { reminder: WritingReminder | null };

const path = "/api/journals/reminder";
const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const usual: Omit<WritingReminder, "zone"> = { at: "21:00", days: [0, 1, 2, 3, 4, 5, 6] };

export function ReminderSection() {
  const id = useId();
  const read = useCallback(
    (signal: AbortSignal) => callApi<Answer>("GET", path, undefined, { signal }),
    [],
  );
  const { value, problem, refresh, change } = useFresh(read, problemText);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Reminder to write</h3>
      <p>
        It comes to the bell and to your devices, says no more than “Time to write”, and stays away
        on days on which you have written. The server learns only when you want it.
      </p>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      {value ? (
        <Form reminder={value.reminder} onSaved={(reminder) => change(() => ({ reminder }))} />
      ) : problem === undefined ? (
        <SkeletonForm fields={2} />
      ) : null}
    </section>
  );
}

type FormProps = {
  reminder: WritingReminder | null;
  onSaved: (reminder: WritingReminder | null) => void;
};

function Form({ reminder, onSaved }: FormProps) {
  const id = useId();
  const submit = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  const [at, setAt] = useState(reminder?.at ?? usual.at);
  const [days, setDays] = useState<readonly number[]>(reminder?.days ?? usual.days);
  const [busy, setBusy] = useState<"save" | "off">();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // A button loses the focus while it works, or is gone then.
    const { activeElement, body } = document;
    if (busy === undefined && wasBusy.current && activeElement === body) submit.current?.focus();
    wasBusy.current = busy !== undefined;
  }, [busy]);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

  async function save(next: WritingReminder | null): Promise<void> {
    setBusy(next ? "save" : "off");
    setProblem(undefined);
    try {
      const saved = await callApi<Answer>("POST", path, { reminder: next });
      tell(next ? `You are reminded at ${next.at}.` : "You are not reminded any more.");
      onSaved(saved.reminder);
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(undefined);
  }

  return (
    <form
      className="record-dialog"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (days.length === 0) return setProblem("Choose at least one day.");
        if (!/^\d\d:\d\d$/.test(at)) return setProblem("Enter a time.");
        void save({ at, zone: here, days });
      }}
    >
      <div className="record-field journal-time">
        <label htmlFor={id}>At</label>
        <input
          id={id}
          type="time"
          value={at}
          autoComplete="off"
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
      </div>
      <p className="faint">
        In the time of {(reminder?.zone ?? here).replaceAll("_", " ")}
        {reminder && reminder.zone !== here
          ? `; saved again, in that of ${here.replaceAll("_", " ")}`
          : ""}
      </p>
      <fieldset className="journal-days">
        <legend>On</legend>
        {dayNames.map((name, day) => (
          <label key={name} className="journal-tick">
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ currentTarget }) =>
                setDays(
                  currentTarget.checked
                    ? [...days, day].toSorted((one, other) => one - other)
                    : days.filter((one) => one !== day),
                )
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="record-acts">
        <Button ref={submit} type="submit" variant="default" loading={busy === "save"}>
          {reminder ? "Save" : "Remind me"}
        </Button>
        {reminder ? (
          <Button variant="subtle" loading={busy === "off"} onClick={() => void save(null)}>
            Stop reminding
          </Button>
        ) : null}
      </div>
    </form>
  );
}
