import { Table } from "@mantine/core";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { DayBars } from "#app/parts/ai/day-bars.tsx";
import { lastDays } from "#app/parts/ai/last-days.ts";
import { numberText, tokensOf } from "#app/parts/ai/price-words.ts";
import { calendarDayOf } from "#app/parts/tool-frame/when.ts";
import type { AiSiteUsage } from "#lib/ai/api.ts";
import { daysKept } from "#lib/ai/limits.ts";

/** What the site has spent, by day and account; what was asked is nobody's to read. */
export function SiteUsage({ usage, siteDaily }: { usage: AiSiteUsage; siteDaily: number }) {
  const { days, users, left } = usage;
  const [now] = useState(() => Date.now());
  const reserved = days[0]?.reserved ?? 0;
  const bars = lastDays(
    days.map(({ day, spent }) => ({ day, count: spent })),
    daysKept,
    now,
  );
  return (
    <section className="ai-part" aria-labelledby="ai-usage">
      <h3 id="ai-usage">What was used</h3>
      <p>
        {numberText(left)} of {tokensOf(siteDaily)} are left for today
        {reserved === 0 ? "" : `, ${numberText(reserved)} are kept for answers under way`}. Below
        are the last {daysKept} days, in UTC. What anybody asked or was answered is not shown to
        admins.
      </p>
      {days.length === 0 ? (
        <p className="faint">Nobody has asked the AI in this time.</p>
      ) : (
        <>
          <DayBars days={bars} />
          <UsersTable users={users} />
          <details>
            <summary className="ai-summary">By day</summary>
            <DaysTable days={days} />
          </details>
        </>
      )}
    </section>
  );
}

function UsersTable({ users }: Pick<AiSiteUsage, "users">) {
  if (users.length === 0) return null;
  return (
    <Scrolled label="By account">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Account</Table.Th>
          <Table.Th scope="col" className="number">
            AI tokens
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map(({ uid, name, spent }) => (
          <Table.Tr key={uid}>
            <Table.Td>
              {name === "" ? (
                // Names go with the account.
                "A deleted account"
              ) : (
                <Link to={`/UserManagement?user=${encodeURIComponent(uid)}`}>
                  <bdi>{name}</bdi>
                </Link>
              )}
            </Table.Td>
            <Table.Td className="number">{numberText(spent)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Scrolled>
  );
}

function DaysTable({ days }: Pick<AiSiteUsage, "days">) {
  return (
    <Scrolled label="By day">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Day</Table.Th>
          <Table.Th scope="col" className="number">
            AI tokens
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map(({ day, spent }) => (
          <Table.Tr key={day}>
            <Table.Td>{calendarDayOf(day)}</Table.Td>
            <Table.Td className="number">{numberText(spent)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Scrolled>
  );
}

function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className="ai-table ai-wide"
      // It scrolls by itself, so it has to be reached by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
    >
      <Table>{children}</Table>
    </section>
  );
}
