import { Link } from "react-router";
import { HeatMap } from "#app/parts/heatmap/heat-map.tsx";
import { AsOf, Part } from "#app/parts/snapshot/snapshot-parts.tsx";
import { useSession } from "#app/session/session.ts";
import styles from "../../styles/github.css?url";
import type { GitHubData } from "./github-data.ts";
import { Languages } from "./languages.tsx";
import { Repositories } from "./repositories.tsx";

type There = NonNullable<GitHubData["there"]>;

export default function GitHub({ data: { user, there } }: { data: GitHubData }) {
  return (
    <>
      {/* React puts it in the head, so that the first paint has it. */}
      <link rel="stylesheet" href={styles} precedence="page" />
      <h1>GitHub</h1>
      {there === undefined ? <Nothing user={user} /> : <Profile there={there} />}
    </>
  );
}

function Nothing({ user }: { user: string | undefined }) {
  if (user === undefined) return <p className="lead after-title">Nothing is on show here yet.</p>;
  const home = `https://github.com/${user}`;
  return (
    <p className="lead after-title">
      What I do on GitHub is shown here soon. Until then it is at{" "}
      <a href={home} rel="me noopener noreferrer">
        github.com/{user}
      </a>
      .
    </p>
  );
}

function Profile({ there }: { there: There }) {
  const { years, languages, pinned, recent, activity } = there;
  return (
    <>
      <Opening there={there} />
      <Part title="Contributions">
        {years.length > 0 ? (
          <HeatMap
            years={years}
            label="Contributions on GitHub"
            unit={{ one: "contribution", many: "contributions" }}
          />
        ) : null}
        <p className="quiet">
          {years.length > 0
            ? `Work in private repositories is ${there.isPrivateCounted ? "counted" : "not counted"}.`
            : "GitHub tells the days only to a site with an access token, and this one has none."}
        </p>
      </Part>
      {languages.length > 0 ? (
        <Part title="Languages">
          <Languages languages={languages} />
        </Part>
      ) : null}
      {pinned.length > 0 ? (
        <Part title="Pinned">
          <Repositories repositories={pinned} />
        </Part>
      ) : null}
      {recent.length > 0 ? (
        <Part title={pinned.length > 0 ? "Also recent" : "Recent repositories"}>
          <Repositories repositories={recent} />
        </Part>
      ) : null}
      {activity.length > 0 ? (
        <Part title="Activity">
          <ol className="timeline github-activity">
            {activity.map(({ text, url, when }) => (
              <li key={when + text + url}>
                <span className="when">{when}</span>
                <a href={url} rel="noopener noreferrer">
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </Part>
      ) : null}
      <ImportLink />
    </>
  );
}

function Opening({ there }: { there: There }) {
  const { login, name, bio, company, location, url, since, followers, repositories } = there;
  const { asOf, isLate } = there;
  const facts = [
    location,
    company,
    since && `on GitHub since ${since}`,
    `${repositories.toLocaleString("en")} public ${repositories === 1 ? "repository" : "repositories"}`,
    `${followers.toLocaleString("en")} ${followers === 1 ? "follower" : "followers"}`,
  ];
  return (
    <div className="after-title">
      {bio ? <p className="lead summary">{bio}</p> : null}
      <p className={bio ? "soft github-facts" : "soft"}>
        <a href={url} rel="me noopener noreferrer">
          {name ? `${name} (${login})` : login}
        </a>
        {facts.filter(Boolean).map((fact) => (
          <span key={fact}> · {fact}</span>
        ))}
      </p>
      <AsOf site="GitHub" {...{ asOf, isLate }} />
    </div>
  );
}

/** For who may edit projects. */
function ImportLink() {
  const roles = useSession().user?.roles;
  if (roles?.editor !== true && roles?.admin !== true) return null;
  return (
    <p className="after-title no-print">
      <Link to="/EditProjects?act=import">Import a repository as a project</Link>
    </p>
  );
}
