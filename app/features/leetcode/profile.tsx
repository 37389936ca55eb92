import { useId } from "react";
import type { ReactNode } from "react";
import { HeatMap } from "#app/parts/heatmap/heat-map.tsx";
import type { LeetCodeData } from "./leetcode-data.ts";
import { RatingChart } from "./rating-chart.tsx";

type ProfileData = NonNullable<LeetCodeData["profile"]>;

const mostTopics = 24;

export default function Profile({ profile }: { profile: ProfileData }) {
  const { years, contest, topics, languages, recent } = profile;
  return (
    <>
      <Opening profile={profile} />
      <Part title="Solved">
        <Solved profile={profile} />
      </Part>
      {years.length > 0 ? (
        <Part title="Submissions">
          <HeatMap
            years={years}
            label="Submissions on LeetCode"
            unit={{ one: "submission", many: "submissions" }}
          />
          <p className="quiet">
            {days(profile.activeDays)} active in all years, {days(profile.streak)} in a row at most.
          </p>
        </Part>
      ) : null}
      {contest === null ? null : (
        <Part title="Contests">
          <RatingChart contest={contest} />
        </Part>
      )}
      {topics.length > 0 ? (
        <Part title="Topics">
          <Counts counts={topics.slice(0, mostTopics)} />
        </Part>
      ) : null}
      {languages.length > 0 ? (
        <Part title="Languages">
          <Counts counts={languages} />
        </Part>
      ) : null}
      {recent.length > 0 ? (
        <Part title="Recent">
          <ol className="plain timeline">
            {recent.map(({ title, url, language, when }) => (
              <li key={when + url + language}>
                <span className="when">{when}</span>
                <span>
                  <a href={url} rel="noopener noreferrer">
                    {title}
                  </a>{" "}
                  <span className="soft">{language}</span>
                </span>
              </li>
            ))}
          </ol>
        </Part>
      ) : null}
    </>
  );
}

function Opening({ profile }: { profile: ProfileData }) {
  const { username, ranking, asOf, isLate } = profile;
  return (
    <div className="after-title">
      <p className="soft">
        <a href={`https://leetcode.com/u/${username}/`} rel="me noopener noreferrer">
          {username}
        </a>
        {ranking ? ` · rank ${ranking.toLocaleString("en")}` : null}
      </p>
      <p className="quiet">
        {isLate ? "Last read from LeetCode on " : "As of "}
        <time dateTime={asOf.instant}>{asOf.text}</time>
        {isLate ? "; it may have changed since." : "."}
      </p>
    </div>
  );
}

function Solved({ profile: { all, easy, medium, hard } }: { profile: ProfileData }) {
  const rows = [
    ["easy", "Easy", easy],
    ["medium", "Medium", medium],
    ["hard", "Hard", hard],
  ] as const;
  return (
    <>
      <p className="lead">
        {all.solved.toLocaleString("en")} of {all.total.toLocaleString("en")} problems
      </p>
      <ul className="solved-bars">
        {rows.map(([key, name, { solved, total }]) => (
          <li key={key}>
            <span className="difficulty">{name}</span>
            <svg
              className={`solved-bar ${key}`}
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className="rest" width="100" height="1" />
              <rect width={total > 0 ? Math.min(100, (solved / total) * 100) : 0} height="1" />
            </svg>
            <span className="soft">
              {solved.toLocaleString("en")} of {total.toLocaleString("en")}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Counts({ counts }: { counts: readonly { name: string; solved: number }[] }) {
  return (
    <ul className="counts">
      {counts.map(({ name, solved }) => (
        <li key={name}>
          {name} <span className="soft">{solved.toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count.toLocaleString("en")} days`;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
