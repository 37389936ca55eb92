import type { LeetCodeData } from "./leetcode-data.ts";

type Contest = NonNullable<NonNullable<LeetCodeData["profile"]>["contest"]>;

const width = 600;
const height = 140;
/** For the stroke. */
const edge = 4;

/** The rating after each contest as a line, and the same as a table. */
export function RatingChart({ contest }: { contest: Contest }) {
  const { rating, attended, topPercentage, globalRanking, history } = contest;
  const facts = [
    `${attended} ${attended === 1 ? "contest" : "contests"}`,
    topPercentage === undefined ? "" : `top ${topPercentage}%`,
    globalRanking === undefined ? "" : `rank ${globalRanking.toLocaleString("en")}`,
  ];
  return (
    <>
      <p className="lead">Rating {Math.round(rating).toLocaleString("en")}</p>
      <p className="soft">{facts.filter(Boolean).join(" · ")}</p>
      {history.length > 1 ? <Line history={history} /> : null}
      {history.length > 0 ? (
        <details className="rating-table">
          <summary>Show as table</summary>
          <table>
            <caption className="unseen">Contests, oldest first</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Contest</th>
                <th scope="col">Rank</th>
                <th scope="col">Rating</th>
              </tr>
            </thead>
            <tbody>
              {history.map((one) => (
                <tr key={one.when + one.title}>
                  <td>{one.when}</td>
                  <th scope="row">{one.title}</th>
                  <td>{one.ranking.toLocaleString("en")}</td>
                  <td>{one.rating.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </>
  );
}

function Line({ history }: { history: Contest["history"] }) {
  const ratings = history.map(({ rating }) => rating);
  const low = Math.min(...ratings);
  const high = Math.max(...ratings);
  const step = (width - 2 * edge) / (ratings.length - 1);
  const scale = (height - 2 * edge) / Math.max(1, high - low);
  const points = ratings.map(
    (rating, at) =>
      `${(edge + at * step).toFixed(1)},${(height - edge - (rating - low) * scale).toFixed(1)}`,
  );
  const says = `Rating from ${ratings[0]} to ${ratings.at(-1)} in ${ratings.length} contests, between ${low} and ${high}`;
  return (
    <svg className="rating-line" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={says}>
      <polyline points={points.join(" ")} />
    </svg>
  );
}
