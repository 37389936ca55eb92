import * as z from "zod/mini";
import { restLanguages, restRepositories, restUser } from "./answers.ts";
import type { RestRepository } from "./answers.ts";
import { userPath } from "./ask-github.ts";
import type { AskGitHub, Reading, Said } from "./ask-github.ts";
import { languageShares } from "./language-shares.ts";
import { maxRecent, profilePart, repositoryOf } from "./profile-parts.ts";
import { readActivity } from "./read-activity.ts";
import { SourceError } from "../profile-snapshots/profile-source.ts";

/** Each costs a question of the 60 in an hour, once after each push. */
const maxMeasured = 20;

/** Bytes by language as they were after the last push. */
export const measuredRepositories = z.array(
  z.object({ repo: z.string(), pushedAt: z.string(), bytes: restLanguages }),
);
type Measured = z.infer<typeof measuredRepositories>;

/** What is pinned, and the calendar, this API does not tell. @throws SourceError */
export async function readByRest(
  ask: AskGitHub,
  reading: Reading,
  known: Measured,
): Promise<{ said: Said; measured: Measured }> {
  const { login, before } = reading;
  const user = await ask.rest(userPath(login), restUser, reading);
  const path = `${userPath(login)}/repos?per_page=100&type=owner&sort=pushed`;
  const repositories = await ask.rest(path, restRepositories, reading);
  const own = repositories?.filter((one) => !one.fork && !one.private);
  const measured = own === undefined ? known : await measure(ask, own, known, reading.signal);
  const profile =
    user === undefined
      ? before
      : profilePart({ ...user, repositories: user.public_repos, since: user.created_at });
  // That nothing changed is no answer to who knows nothing.
  if (profile === undefined) throw new SourceError("GitHub’s answer makes no sense.");
  return {
    said: {
      ...profile,
      years: [],
      isPrivateCounted: false,
      languages: languageShares(measured.map(({ bytes }) => bytes)),
      pinned: [],
      recent: own?.slice(0, maxRecent).map(repositoryFrom) ?? before?.recent ?? [],
      activity: await readActivity(ask, reading),
    },
    measured,
  };
}

async function measure(
  ask: AskGitHub,
  own: readonly RestRepository[],
  known: Measured,
  signal: AbortSignal,
): Promise<Measured> {
  const measured: Measured = [];
  for (const { owner, name: repo, pushed_at } of own.slice(0, maxMeasured)) {
    const pushedAt = pushed_at ?? "";
    const last = known.find((one) => one.repo === repo && one.pushedAt === pushedAt);
    const path = `/repos/${encodeURIComponent(owner.login)}/${encodeURIComponent(repo)}/languages`;
    // oxlint-disable-next-line no-await-in-loop -- GitHub wants to be asked one after the other
    const bytes = last?.bytes ?? restLanguages.safeParse(await ask.once(path, signal)).data ?? {};
    measured.push({ repo, pushedAt, bytes });
  }
  return measured;
}

function repositoryFrom(one: RestRepository): Said["recent"][number] {
  return repositoryOf({
    ...one,
    stars: one.stargazers_count,
    forks: one.forks_count,
    pushedAt: one.pushed_at,
  });
}
