import { Button, Table } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { lastChildren } from "#app/live/own-values.ts";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import type { SessionUser } from "#app/session/session.ts";
import { Part } from "./security/part.tsx";
import { useAct } from "./security/use-act.ts";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import { useLiveValue } from "./use-live-value.ts";

const pageSize = 20;

type Entry = { id: string; at: string; amount: number; balance: number | null; reason: string };

export function TokensSection({ user }: { user: SessionUser }) {
  const balance = useLiveValue(`tokenAccounts/${user.uid}/balance`);
  const shown = typeof balance.value === "number" ? balance.value : user.userAITokens;
  return (
    <>
      <p className="settings-lead">
        AI tokens pay for answers of the AI; each says what it costs before you ask. Only admins can
        give you more. What you may spend, and have used, is under{" "}
        <Link to={{ hash: "ai" }} preventScrollReset>
          AI
        </Link>
        .
      </p>
      <p className="settings-balance" aria-live="polite">
        <strong>{shown.toLocaleString("en")}</strong> {shown === 1 ? "token" : "tokens"}
      </p>
      <History key={shown} uid={user.uid} />
    </>
  );
}

/** Begins anew with each change of the balance. */
function History({ uid }: { uid: string }) {
  const [entries, setEntries] = useState<Entry[]>();
  const [isMore, setMore] = useState(false);
  const act = useAct();
  const { run } = act;

  const load = useCallback(
    async (before?: string) => {
      // One more than is shown says whether there are others.
      const read = await lastChildren(`tokenLedger/${uid}`, { before, limit: pageSize + 1 });
      const page = read.slice(0, pageSize).map(([id, value]) => entryOf(id, value));
      setEntries((known) => (before === undefined ? page : [...(known ?? []), ...page]));
      setMore(read.length > pageSize);
    },
    [uid],
  );
  useEffect(() => {
    void run(() => load());
    // `run` is another one with each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [load]);

  return (
    <Part title="History" problem={act.problem}>
      {entries === undefined ? (
        act.problem === undefined ? (
          <SkeletonRows rows={3} />
        ) : (
          <Button variant="default" onClick={() => void run(() => load())}>
            Try again
          </Button>
        )
      ) : entries.length === 0 ? (
        <p className="settings-note">Nothing was given or taken yet.</p>
      ) : (
        <>
          <Table className="settings-ledger">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>What for</Table.Th>
                <Table.Th className="number">Change</Table.Th>
                <Table.Th className="number">Balance</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map(({ id, at, reason, amount, balance }) => (
                <Table.Tr key={id}>
                  <Table.Td>{at === "" ? "" : whenOf(at)}</Table.Td>
                  <Table.Td>{reason}</Table.Td>
                  <Table.Td className="number">{signed(amount)}</Table.Td>
                  <Table.Td className="number">{balance?.toLocaleString("en")}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {isMore ? (
            <Button
              variant="default"
              loading={act.busy}
              onClick={() => void run(() => load(entries.at(-1)?.id))}
            >
              Show older ones
            </Button>
          ) : null}
        </>
      )}
    </Part>
  );
}

function signed(amount: number): string {
  return amount < 0
    ? `\u2212${Math.abs(amount).toLocaleString("en")}`
    : `+${amount.toLocaleString("en")}`;
}

function entryOf(id: string, value: unknown): Entry {
  const fields = typeof value === "object" && value !== null ? (value as Partial<Entry>) : {};
  const at = typeof fields.at === "string" && !Number.isNaN(Date.parse(fields.at)) ? fields.at : "";
  return {
    id,
    at,
    amount: typeof fields.amount === "number" ? fields.amount : 0,
    balance: typeof fields.balance === "number" ? fields.balance : null,
    reason: typeof fields.reason === "string" ? fields.reason : "",
  };
}
