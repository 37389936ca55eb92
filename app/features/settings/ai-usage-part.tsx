import { Table } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { readAiUsage } from "#app/live/ai/ai-api.ts";
import { DayBars } from "#app/parts/ai/day-bars.tsx";
import { lastDays } from "#app/parts/ai/last-days.ts";
import { numberText } from "#app/parts/ai/price-words.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { calendarDayOf } from "#app/parts/tool-frame/when.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { AiUsageReport } from "#lib/ai/api.ts";
import { daysKept } from "#lib/ai/limits.ts";
import { Part } from "./security/part.tsx";
import { useAfterChange } from "./use-after-change.ts";

export function AiUsagePart({ balance }: { balance: number }) {
  const { value, problem, refresh } = useFresh(readAiUsage, problemText);
  useAfterChange(balance, refresh);
  return (
    <Part title="What I have used" state={`The last ${daysKept} days, in UTC. Only you see this.`}>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      {value === undefined ? (
        problem === undefined ? (
          <SkeletonRows rows={3} />
        ) : null
      ) : value.days.length === 0 ? (
        <p className="settings-note">You have asked the AI nothing in this time.</p>
      ) : (
        <Usage days={value.days} />
      )}
    </Part>
  );
}

function Usage({ days }: AiUsageReport) {
  const [now] = useState(() => Date.now());
  const bars = lastDays(
    days.map(({ day, spent }) => ({ day, count: spent })),
    daysKept,
    now,
  );
  return (
    <>
      <DayBars days={bars} />
      <section
        className="ai-table"
        // It scrolls by itself, so it has to be reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="By day and model"
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Day</Table.Th>
              <Table.Th scope="col">Model</Table.Th>
              <Table.Th scope="col" className="number">
                Answers
              </Table.Th>
              <Table.Th scope="col" className="number">
                AI tokens
              </Table.Th>
              <Table.Th scope="col" className="number ai-rare">
                Read
              </Table.Th>
              <Table.Th scope="col" className="number ai-rare">
                Written
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map(({ day, model, answers, spent, in: read, out }) => (
              <Table.Tr key={`${day} ${model}`}>
                <Table.Td>{calendarDayOf(day)}</Table.Td>
                <Table.Td>{model}</Table.Td>
                <Table.Td className="number">{numberText(answers)}</Table.Td>
                <Table.Td className="number">{numberText(spent)}</Table.Td>
                <Table.Td className="number ai-rare">{numberText(read)}</Table.Td>
                <Table.Td className="number ai-rare">{numberText(out)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <p className="settings-note">
        <span className="ai-rare">Read and written are tokens of the provider. </span>
        What failed costs nothing. Each change of your balance is under{" "}
        <Link to={{ hash: "tokens" }} preventScrollReset>
          AI tokens
        </Link>
        .
      </p>
    </>
  );
}
