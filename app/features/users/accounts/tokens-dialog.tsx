import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { randomId } from "#app/live/random-id.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { Modal } from "#app/ui/modal.tsx";
import { maxReasonLength } from "#lib/user-admin.ts";
import type { UserRow } from "#lib/user-admin.ts";
import type { UserActs } from "./use-user-acts.ts";

const maxTokens = 1_000_000_000;

/**
 * Gives or takes AI tokens. It stays until the answer: the key makes it once, however often it is sent, and is as old as
 * the dialog. Whoever got theirs is left out of the next try.
 */
export function TokensDialog({
  rows,
  acts,
  onDone,
  onClose,
}: {
  rows: readonly UserRow[];
  acts: Pick<UserActs, "attempt">;
  /** Nobody was refused. */
  onDone?: () => void;
  onClose: () => void;
}) {
  const id = useId();
  const [key] = useState(randomId);
  const [left, setLeft] = useState(rows);
  const [kind, setKind] = useState("give");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [faults, setFaults] = useState<{ amount?: string; reason?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const count = left.length;

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const number = /^\d{1,10}$/.test(amount.trim()) ? Number(amount) : 0;
    const found = {
      ...((number < 1 || number > maxTokens) && { amount: "Enter a whole number from 1." }),
      ...(reason.trim() === "" && { reason: "Say what they are for: the ledger keeps it." }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setProblem(undefined);
    const signed = kind === "give" ? number : -number;
    const act = { do: "tokens", amount: signed, reason: reason.trim(), key } as const;
    const outcome = await acts.attempt(left, act);
    setBusy(false);
    if (outcome.left.length === 0) {
      onDone?.();
      if (isOpen.current) onClose();
      return;
    }
    setLeft(outcome.left);
    setProblem(outcome.problem);
    // Closed meanwhile, it can say nothing any more.
    if (!isOpen.current) tellProblem(outcome.problem);
  }

  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>AI tokens{count === 1 ? "" : ` of ${count} accounts`}</h2>
      <form onSubmit={(event) => void send(event)} noValidate className="dialog-form">
        <div className="side-by-side">
          <NativeSelect
            label="What"
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
            data={[
              { value: "give", label: "Give" },
              { value: "take", label: "Take" },
            ]}
          />
          <TextInput
            label={count === 1 ? "How many" : "How many each"}
            inputMode="numeric"
            autoComplete="off"
            value={amount}
            error={faults.amount}
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        </div>
        <TextInput
          label="Reason"
          description="It stands in the person's token history."
          maxLength={maxReasonLength}
          value={reason}
          error={faults.reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {kind === "give" ? "Give tokens" : "Take tokens"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
