import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import { oneLine } from "#lib/one-line.ts";
import type { RestEvent } from "./answers.ts";

type Activity = GitHubSnapshot["activity"][number];

const maxEntries = 30;

/** Newest first, the same of one day once; without what only concerns GitHub. No name of another person is in it. */
export function activityOf(events: readonly RestEvent[]): Activity[] {
  const said = new Set<string>();
  const entries = events.flatMap((event): Activity[] => {
    const at = new Date(event.created_at);
    const told = event.public && !Number.isNaN(at.getTime()) ? tell(event) : undefined;
    if (told === undefined) return [];
    const key = `${at.toISOString().slice(0, 10)} ${told.text} ${told.path}`;
    if (said.has(key)) return [];
    said.add(key);
    const url = `https://github.com/${told.path}`;
    return [{ at: at.toISOString(), text: oneLine(told.text, 300), url }];
  });
  return entries.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, maxEntries);
}

function tell(event: RestEvent): { text: string; path: string } | undefined {
  const { payload } = event;
  const [owner = "", name = ""] = event.repo.name.split("/");
  if (owner === "" || name === "") return undefined;
  const path = `${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const isOpen = payload.action === "opened";
  const issue = payload.issue?.number;
  const pull = payload.pull_request?.number;
  const issuePath = issue ? `${path}/issues/${issue}` : path;
  const pullPath = pull ? `${path}/pull/${pull}` : path;
  switch (event.type) {
    case "PushEvent": {
      const branch = payload.ref?.replace(/^refs\/heads\//, "");
      return { text: branch ? `Pushed to ${branch} in ${name}` : `Pushed to ${name}`, path };
    }
    case "PullRequestEvent": {
      const isMerged = payload.action === "merged" || payload.pull_request?.merged === true;
      const verb = isOpen ? "Opened" : isMerged ? "Merged" : undefined;
      return verb && { text: `${verb} a pull request in ${name}`, path: pullPath };
    }
    case "PullRequestReviewEvent":
      return { text: `Reviewed a pull request in ${name}`, path: pullPath };
    case "IssuesEvent": {
      const verb = isOpen ? "Opened" : payload.action === "closed" ? "Closed" : undefined;
      return verb && { text: `${verb} an issue in ${name}`, path: issuePath };
    }
    case "IssueCommentEvent":
      return { text: `Commented in ${name}`, path: issuePath };
    case "CreateEvent":
      if (payload.ref_type === "repository") return { text: `Started ${name}`, path };
      return payload.ref_type === "tag" && payload.ref
        ? { text: `Tagged ${payload.ref} in ${name}`, path }
        : undefined;
    case "ReleaseEvent":
      return payload.action === "published"
        ? { text: `Released ${payload.release?.tag_name ?? "a version"} of ${name}`, path }
        : undefined;
    case "ForkEvent":
      return { text: `Forked ${name}`, path };
    case "WatchEvent":
      return { text: `Starred ${name}`, path };
    case "PublicEvent":
      return { text: `Opened ${name} to everybody`, path };
    default:
      return undefined;
  }
}
