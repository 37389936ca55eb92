import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import type { List, ListName } from "#lib/analytics/report.ts";
import { countText, listTitles, rowName } from "./words.ts";

const shortLength = 8;

/** @param onChoose undefined where rows cannot be chosen */
export function TopList({
  name,
  list,
  chosen,
  onChoose,
  empty,
}: {
  name: ListName;
  list: List;
  chosen?: string | undefined;
  onChoose?: ((row: string | undefined) => void) | undefined;
  empty: ReactNode;
}) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const { rows, other } = list;
  const shown = isWhole ? rows : rows.slice(0, shortLength);
  const most = rows[0]?.views ?? 1;
  const isVisits = name === "entry" || name === "exit";
  const unit = isVisits ? "visits" : "views";
  return (
    <section className="top-list" aria-labelledby={id}>
      <div className="top-list-head">
        <h4 id={id}>{listTitles[name]}</h4>
        {rows.length === 0 ? null : (
          <span className="faint" aria-hidden="true">
            {unit}
          </span>
        )}
      </div>
      {rows.length === 0 ? <p className="faint">{empty}</p> : null}
      <ol className="plain-list">
        {shown.map((row) => {
          const label = rowName(name, row.name);
          const share = { "--share": `${(row.views / most) * 100}%` } as CSSProperties;
          const matter = (
            <>
              <bdi className="bar-name">{label}</bdi>
              <span className="bar-count">
                {countText(row.views)} <span className="unseen">{unit}</span>
              </span>
            </>
          );
          return (
            <li key={row.name}>
              {onChoose === undefined ? (
                <span className="bar-row" style={share}>
                  {matter}
                </span>
              ) : (
                <button
                  type="button"
                  className="bar-row"
                  style={share}
                  aria-pressed={chosen === row.name}
                  title={`${countText(row.visitors)} visitors. Show only these views`}
                  onClick={() => onChoose(chosen === row.name ? undefined : row.name)}
                >
                  {matter}
                </button>
              )}
            </li>
          );
        })}
        {other.views > 0 && (isWhole || rows.length <= shortLength) ? (
          <li>
            <span className="bar-row faint">
              <span className="bar-name">Others</span>
              <span className="bar-count">{countText(other.views)}</span>
            </span>
          </li>
        ) : null}
      </ol>
      {rows.length > shortLength ? (
        <Button
          variant="subtle"
          aria-expanded={isWhole}
          aria-label={`${isWhole ? "Show fewer" : "Show all"}: ${listTitles[name]}`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show fewer" : `Show all ${countText(rows.length)}`}
        </Button>
      ) : null}
    </section>
  );
}
