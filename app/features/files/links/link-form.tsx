/** What a link allows: chosen when it is made, and changed later. */
import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { problemText } from "#app/session/problem-text.ts";
import { type ShareChoices, mostShareLimit, mostSharePassword } from "#lib/drive/share-link.ts";
import type { ShareLink } from "#lib/drive/share-link.ts";
import { endOf, lastDayOf } from "./words.ts";

type Props = {
  /** Undefined: a new one. */
  link?: ShareLink;
  confirm: string;
  /** A password that is undefined stays. @throws ApiError */
  onSave: (choices: Omit<ShareChoices, "password"> & { password?: string | null }) => Promise<void>;
  onCancel?: () => void;
};

export function LinkForm({ link, confirm, onSave, onCancel }: Props) {
  const [day, setDay] = useState(lastDayOf(link?.expiresAt ?? null));
  const [asksPassword, setAsksPassword] = useState(link?.hasPassword ?? false);
  const [password, setPassword] = useState("");
  const [limit, setLimit] = useState(link?.limit?.toString() ?? "");
  const [keepPlaces, setKeepPlaces] = useState(link?.keepPlaces ?? false);
  const [showName, setShowName] = useState(link?.showName ?? false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const hadPassword = link?.hasPassword ?? false;

  function fault(): string | undefined {
    if (asksPassword && password === "" && !hadPassword) return "Type a password.";
    const most = mostShareLimit.toLocaleString("en");
    if (limit !== "" && !isCount(limit)) return `The limit is a number from 1 to ${most}.`;
    return undefined;
  }

  async function save(): Promise<void> {
    const wrong = fault();
    setProblem(wrong);
    if (wrong !== undefined || isBusy) return;
    setBusy(true);
    const kept = asksPassword && password === "";
    try {
      await onSave({
        expiresAt: endOf(day),
        limit: limit === "" ? null : Number(limit),
        keepPlaces,
        showName,
        ...(kept ? {} : { password: asksPassword ? password : null }),
      });
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  return (
    <form
      className="drive-link-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="drive-link-fields">
        <label className="record-field">
          <span>Last day</span>
          <input
            type="date"
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        </label>
        <label className="record-field">
          <span>Most downloads</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            placeholder="Any number"
            value={limit}
            onChange={({ currentTarget }) => setLimit(currentTarget.value.trim())}
          />
        </label>
      </div>
      <Checkbox
        label="Ask for a password"
        checked={asksPassword}
        onChange={({ currentTarget }) => setAsksPassword(currentTarget.checked)}
      />
      {asksPassword ? (
        <label className="record-field">
          <span>{hadPassword ? "Another password" : "Password"}</span>
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={mostSharePassword}
            placeholder={hadPassword ? "The one it has" : ""}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </label>
      ) : null}
      <Checkbox
        label="Photos and films keep the place where they were taken"
        description="Otherwise what the camera wrote into photos and films is left out, and photos in which it cannot be found are not handed out."
        checked={keepPlaces}
        onChange={({ currentTarget }) => setKeepPlaces(currentTarget.checked)}
      />
      <Checkbox
        label="Say that it is from me"
        checked={showName}
        onChange={({ currentTarget }) => setShowName(currentTarget.checked)}
      />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="record-acts">
        <Button type="submit" loading={isBusy}>
          {confirm}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= mostShareLimit;
}
