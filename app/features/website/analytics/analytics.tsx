/** How many people see the site, where they come from and what they look at. */
import { Button, Checkbox, Menu, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ReactNode } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { dimensions, listNames } from "#lib/analytics/report.ts";
import type {
  AnalyticsReport,
  CountriesState,
  Dimension,
  ListName,
} from "#lib/analytics/report.ts";
import { LiveNow } from "./live-now.tsx";
import { Numbers } from "./numbers.tsx";
import { OverTime } from "./over-time.tsx";
import { OwnVisits } from "./own-visits.tsx";
import { maxDays, ownDates, periods, rangeLabel, rangeOf } from "./period.ts";
import { saveCsv } from "./save-csv.ts";
import { Speed } from "./speed.tsx";
import { TopList } from "./top-list.tsx";
import { useAnalytics } from "./use-analytics.ts";
import { countOf, countText, filterTitles, listTitles, rowName } from "./words.ts";

const noFilter = {
  period: "",
  from: "",
  to: "",
  compare: "",
  path: "",
  referrer: "",
  country: "",
  device: "",
  browser: "",
  campaign: "",
};

const lists: readonly ListName[] = [
  "path",
  "referrer",
  "country",
  "device",
  "browser",
  "campaign",
  "entry",
  "exit",
];

/** Not the same for all views of a visit. */
const singleViews: readonly Dimension[] = ["path", "referrer", "campaign"];

export function Analytics() {
  const [filter, setFilter] = useQueryFilter(noFilter);
  const [openedAt] = useState(() => Date.now());
  const range = rangeOf(filter, openedAt);
  const change = (part: Partial<typeof noFilter>) => setFilter({ ...filter, ...part });
  const chosen = dimensions.filter((name) => filter[name] !== "");
  const days = new URLSearchParams({ from: range.from, to: range.to });
  const query = new URLSearchParams(days);
  for (const name of chosen) query.set(name, filter[name]);
  if (filter.compare !== "") query.set("compare", "1");
  const { value, problem, refresh, isReading } = useAnalytics<AnalyticsReport>(
    `/api/analytics?${query}`,
  );
  // Single views of a visit say nothing of the whole of it.
  const isOfVisits = !singleViews.some((name) => chosen.includes(name));
  const isNew = value !== undefined && value.since === null && value.totals.views === 0;

  return (
    <div className="analytics">
      <search className="tool-bar">
        <NativeSelect
          label="Time"
          value={range.period}
          onChange={({ currentTarget }) =>
            change({
              period: currentTarget.value,
              ...(currentTarget.value === ownDates
                ? { from: range.from, to: range.to }
                : { from: "", to: "" }),
            })
          }
          data={[
            ...periods.map(({ value: own, label }) => ({ value: own, label })),
            { value: ownDates, label: "Own dates" },
          ]}
        />
        {range.period === ownDates ? (
          <>
            <TextInput
              type="date"
              label="From"
              value={filter.from}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            />
            <TextInput
              type="date"
              label="Until"
              value={filter.to}
              error={
                range.isWrong ? `Choose a day after the first, at most ${maxDays} days.` : undefined
              }
              onChange={({ currentTarget }) => change({ to: currentTarget.value })}
            />
          </>
        ) : null}
        <Checkbox
          label="Compare with the time before"
          checked={filter.compare !== ""}
          onChange={({ currentTarget }) => change({ compare: currentTarget.checked ? "1" : "" })}
        />
        <SaveMenu query={String(query)} />
      </search>
      <p className="faint">
        {rangeLabel(range)}, in UTC.{" "}
        {range.from === range.to
          ? ""
          : "Visitors of several days are the sum of the days: nobody is followed from one day to the next."}
      </p>
      <Chosen filter={filter} names={chosen} onRemove={(name) => change({ [name]: "" })} />
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      {value === undefined && problem === undefined ? <SkeletonRows rows={10} /> : null}
      {isNew ? (
        <EmptyRoom
          title="No views yet"
          text="When somebody opens a page, it is counted here: which page, from where, and with what kind of browser. Names, addresses and cookies never are."
        />
      ) : null}
      {value === undefined || isNew ? null : (
        <div className="report" aria-busy={isReading}>
          <FilterNote report={value} />
          <div className="analytics-top">
            <Numbers report={value} isOfVisits={isOfVisits} />
            <LiveNow />
          </div>
          <OverTime report={value} />
          <div className="top-lists">
            {(isOfVisits ? lists : dimensions).map((name) => (
              <TopList
                key={name}
                name={name}
                list={value.lists[name]}
                empty={emptyText(name, value.countries)}
                {...choiceOf(name, filter, change)}
              />
            ))}
          </div>
          <Bots report={value} />
        </div>
      )}
      <Speed query={String(days)} />
      <section className="analytics-part" aria-labelledby="counting">
        <h3 id="counting">What is counted</h3>
        <p className="lead-note">
          A view is a page that was opened: its path, the site that linked to it, the words of a
          campaign, the kind of device, the browser’s name and, where a file of countries is there,
          the country. Single views are kept for 30 days, sums of days for three years. No address,
          no name and no cookie is kept, and who asks not to be tracked is counted as a view and
          nothing else. Robots are counted apart.
        </p>
        <OwnVisits />
      </section>
    </div>
  );
}

type Filter = typeof noFilter;

function choiceOf(
  name: ListName,
  filter: Filter,
  change: (part: Partial<Filter>) => void,
): { chosen?: string; onChoose?: (row: string | undefined) => void } {
  const dimension = dimensions.find((one) => one === name);
  if (dimension === undefined) return {};
  return {
    chosen: filter[dimension],
    onChoose: (row) => change({ [dimension]: row ?? "" }),
  };
}

function Chosen({
  filter,
  names,
  onRemove,
}: {
  filter: Filter;
  names: readonly Dimension[];
  onRemove: (name: Dimension) => void;
}) {
  if (names.length === 0) return null;
  return (
    <ul className="plain-list chosen" aria-label="Only these views">
      {names.map((name) => (
        <li key={name}>
          <Button
            variant="default"
            aria-label={`Remove: ${filterTitles[name]} ${rowName(name, filter[name])}`}
            rightSection={<span aria-hidden="true">×</span>}
            onClick={() => onRemove(name)}
          >
            <span className="chosen-words">
              {filterTitles[name]}: <bdi>{rowName(name, filter[name])}</bdi>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function FilterNote({ report: { filtered } }: { report: AnalyticsReport }) {
  if (filtered === null) return null;
  return (
    <p className="faint">
      Single views are kept for {filtered.keptDays} days: what is chosen here says nothing of days
      before.
      {filtered.isCut
        ? ` Only the newest ${countText(filtered.looked)} views were looked through.`
        : ""}
    </p>
  );
}

function Bots({ report: { bots, totals } }: { report: AnalyticsReport }) {
  const parts = [
    `${countOf(bots.named, "view")} by robots that say so`,
    `${countText(bots.suspected)} by programs that call themselves browsers and name no language, as every browser does`,
  ];
  return (
    <p className="faint">
      Not counted above: {parts.join(", ")}.
      {totals.unnamed === 0
        ? ""
        : ` ${countOf(totals.unnamed, "view")} by people who asked not to be tracked: in no visit and no country.`}
    </p>
  );
}

function emptyText(name: ListName, countries: CountriesState): ReactNode {
  if (name === "country" && countries === "none") {
    return "The server has no file of countries. Name one in the setting FOYER_COUNTRIES_DB: docs/analytics.md says which.";
  }
  if (name === "country" && countries === "unreadable") {
    return "The file of countries in FOYER_COUNTRIES_DB cannot be read; the server’s log says why.";
  }
  if (name === "campaign") return "No address with utm_source, utm_medium or utm_campaign yet.";
  return "None in this time.";
}

function SaveMenu({ query }: { query: string }) {
  const [isBusy, setBusy] = useState(false);

  async function save(table: string): Promise<void> {
    setBusy(true);
    try {
      await saveCsv(query, table);
    } catch (error) {
      tellProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" className="at-end" loading={isBusy}>
          Save as CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save("time")}>Over time</Menu.Item>
        {listNames.map((name) => (
          <Menu.Item key={name} onClick={() => void save(name)}>
            {listTitles[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
