/** Zone, week, working hours and reminders of the todo list, the same on all devices. Kept when it is saved. */
import { Button } from "@mantine/core";
import { useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { TodoSettings } from "#lib/todo/settings.ts";
import { remindWords } from "#lib/dates/date-words.ts";
import { useSettings, useTodoApp } from "../use-todos.ts";
import { changeSettings } from "./settings-acts.ts";

const reminders = [0, 5, 10, 15, 30, 60, 120, 1440];
const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const label = useId();
  const app = useTodoApp();
  const [was] = useState(useSettings());
  const [now, setNow] = useState(was);
  const set = (part: Partial<TodoSettings>) => setNow({ ...now, ...part });
  const { zone, weekStart, hours, remind } = now;
  const isWrong = hours.from >= hours.to;
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])], []);
  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>Settings of the todo list</h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWrong) return;
          if (changeSettings(app, was, now)) tell("The settings are saved.");
          onClose();
        }}
      >
        <Choice label="Time zone" value={zone} onChange={(value) => set({ zone: value })}>
          <option value="">That of the device ({named(deviceZone())})</option>
          {(zone === "" || zones.includes(zone) ? zones : [zone, ...zones]).map((one) => (
            <option key={one} value={one}>
              {named(one)}
            </option>
          ))}
        </Choice>
        <Choice
          label="A week begins on"
          value={String(weekStart)}
          onChange={(value) => set({ weekStart: value === "6" ? 6 : 0 })}
        >
          <option value="0">Monday</option>
          <option value="6">Sunday</option>
        </Choice>
        <div className="todo-pair">
          <Choice
            label="Work from"
            value={String(hours.from)}
            onChange={(value) => set({ hours: { ...hours, from: Number(value) } })}
          >
            {hoursFrom(0)}
          </Choice>
          <Choice
            label="To"
            value={String(hours.to)}
            onChange={(value) => set({ hours: { ...hours, to: Number(value) } })}
          >
            {hoursFrom(1)}
          </Choice>
        </div>
        <output className="confirm-problem">
          {isWrong ? "The work of a day ends after it begins." : null}
        </output>
        <Choice
          label="Remind of a new task with a time"
          value={remind === null ? "none" : String(remind)}
          onChange={(value) => set({ remind: value === "none" ? null : Number(value) })}
        >
          <option value="none">Only where I say so</option>
          {[...new Set([...reminders, ...(remind === null ? [] : [remind])])].map((minutes) => (
            <option key={minutes} value={minutes}>
              {remindWords(minutes)}
            </option>
          ))}
        </Choice>
        <p className="faint">
          Working hours are what the planner shows first. Tasks that there are stay as they are.
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isWrong}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label className="record-field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}

/** 24 of them. */
function hoursFrom(first: 0 | 1): ReactNode[] {
  return Array.from({ length: 24 }, (_, at) => (
    <option key={at} value={at + first}>
      {String(at + first).padStart(2, "0")}:00
    </option>
  ));
}

function named(zone: string): string {
  return zone.replace(/_/g, " ");
}
