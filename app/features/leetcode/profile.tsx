import { HeatMap } from "#app/parts/heatmap/heat-map.tsx";
import { AsOf, Part } from "#app/parts/snapshot/snapshot-parts.tsx";
import type { LeetCodeData } from "./leetcode-data.ts";
import { RatingChart } from "./rating-chart.tsx";
import { arcsOf } from "./solved-arcs.ts";

type ProfileData = NonNullable<LeetCodeData["profile"]>;

const mostTopics = 24;

export default function Profile({
  profile,
  problems,
}: {
  profile: ProfileData;
  /** How many can be read below. */
  problems: number;
}) {
  const { years, contest, topics, languages, recent } = profile;
  return (
    <>
      <Opening profile={profile} problems={problems} />
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
          <ol className="timeline">
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

function Opening({ profile, problems }: { profile: ProfileData; problems: number }) {
  const { username, ranking, asOf, isLate } = profile;
  return (
    <div className="after-title">
      <p className="soft">
        <a href={`https://leetcode.com/u/${username}/`} rel="me noopener noreferrer">
          {username}
        </a>
        {ranking ? ` · rank ${ranking.toLocaleString("en")}` : null}
        {problems > 0 ? (
          <>
            {" · "}
            <a href="#problems">
              {problems.toLocaleString("en")} {problems === 1 ? "problem" : "problems"} below
            </a>
          </>
        ) : null}
      </p>
      <AsOf site="LeetCode" {...{ asOf, isLate }} />
    </div>
  );
}

/** Each difficulty has an arc as long as its share of all problems, filled as far as it is solved. */
function Solved({ profile: { all, easy, medium, hard } }: { profile: ProfileData }) {
  const rows = [
    ["easy", "Easy", easy],
    ["medium", "Medium", medium],
    ["hard", "Hard", hard],
  ] as const;
  const arcs = arcsOf(rows.map(([, , counts]) => counts));
  return (
    <div className="solved">
      <div className="solved-ring">
        <svg viewBox="0 0 100 100" aria-hidden="true">
          {rows.map(([key], at) => (
            <g key={key} className={key} transform={`rotate(${arcs[at]!.from} 50 50)`}>
              <Arc degrees={arcs[at]!.whole} className="rest" />
              <Arc degrees={arcs[at]!.filled} />
            </g>
          ))}
        </svg>
        <p>
          <span className="solved-count">{all.solved.toLocaleString("en")}</span>{" "}
          <span className="quiet">of {all.total.toLocaleString("en")} problems</span>
        </p>
      </div>
      <dl className="solved-rows">
        {rows.map(([key, name, { solved, total }]) => (
          <div key={key} className={key}>
            <dt>{name}</dt>
            <dd>
              {solved.toLocaleString("en")}{" "}
              <span className="soft">of {total.toLocaleString("en")}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const radius = 44;

/** From the top on, clockwise. */
function Arc({ degrees, className }: { degrees: number; className?: string }) {
  if (degrees <= 0) return null;
  const end = (degrees * Math.PI) / 180;
  const x = (50 + radius * Math.sin(end)).toFixed(2);
  const y = (50 - radius * Math.cos(end)).toFixed(2);
  const path = `M50 ${50 - radius}A${radius} ${radius} 0 ${degrees > 180 ? 1 : 0} 1 ${x} ${y}`;
  return <path d={path} className={className} />;
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
