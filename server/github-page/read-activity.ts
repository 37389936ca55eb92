import { activityOf } from "./activity.ts";
import { restEvents } from "./answers.ts";
import { userPath } from "./ask-github.ts";
import type { AskGitHub, Reading, Said } from "./ask-github.ts";

/** The GraphQL API has none. @throws SourceError */
export async function readActivity(ask: AskGitHub, reading: Reading): Promise<Said["activity"]> {
  const path = `${userPath(reading.login)}/events/public?per_page=50`;
  const events = await ask.rest(path, restEvents, reading);
  return events === undefined ? (reading.before?.activity ?? []) : activityOf(events);
}
