import { expect, test } from "vitest";
import { activityOf } from "./activity.ts";
import { restEvents } from "./answers.ts";

const at = "2026-11-20T08:00:00Z";
const event = (type: string, payload: object = {}, more: object = {}) => ({
  type,
  public: true,
  created_at: at,
  repo: { name: "ada/tides" },
  payload,
  ...more,
});
const told = (...events: unknown[]) =>
  activityOf(restEvents.parse(events)).map(({ text, url }) => [
    text,
    url.replace("https://github.com/", ""),
  ]);

test("each kind of event is a sentence that leads to where it happened", () => {
  expect(
    told(
      event("PushEvent", { ref: "refs/heads/a/b" }),
      event("PushEvent"),
      event("PullRequestEvent", { action: "opened", pull_request: { number: 3 } }),
      event("PullRequestEvent", { action: "merged", pull_request: { number: 4 } }),
      event("PullRequestReviewEvent", { action: "created", pull_request: { number: 5 } }),
      event("IssuesEvent", { action: "closed", issue: { number: 6 } }),
      event("IssueCommentEvent", { action: "created", issue: { number: 7 } }),
      event("CreateEvent", { ref_type: "repository" }),
      event("CreateEvent", { ref_type: "tag", ref: "v1" }),
      event("ReleaseEvent", { action: "published", release: { tag_name: "v2" } }),
      event("ForkEvent"),
      event("PublicEvent"),
    ),
  ).toEqual([
    ["Pushed to a/b in tides", "ada/tides"],
    ["Pushed to tides", "ada/tides"],
    ["Opened a pull request in tides", "ada/tides/pull/3"],
    ["Merged a pull request in tides", "ada/tides/pull/4"],
    ["Reviewed a pull request in tides", "ada/tides/pull/5"],
    ["Closed an issue in tides", "ada/tides/issues/6"],
    ["Commented in tides", "ada/tides/issues/7"],
    ["Started tides", "ada/tides"],
    ["Tagged v1 in tides", "ada/tides"],
    ["Released v2 of tides", "ada/tides"],
    ["Forked tides", "ada/tides"],
    ["Opened tides to everybody", "ada/tides"],
  ]);
});

test("what is private, says nothing or cannot be read is left out", () => {
  expect(
    told(
      event("PushEvent", {}, { public: false }),
      event("PushEvent", {}, { repo: { name: "no-owner" } }),
      event("PushEvent", {}, { created_at: "yesterday" }),
      event("CreateEvent", { ref_type: "branch", ref: "x" }),
      event("PullRequestEvent", { action: "closed", pull_request: { number: 3, merged: false } }),
      event("SponsorshipEvent"),
      { type: "PushEvent" },
      null,
    ),
  ).toEqual([]);
});

test("an address is made of names, whatever they are", () => {
  const repo = { name: "ada/../?<script>" };
  expect(told(event("ForkEvent", {}, { repo }))).toEqual([["Forked ..", "ada/.."]]);
  expect(told(event("PushEvent", { ref: `refs/heads/${"x".repeat(500)}` }))[0]?.[0]).toHaveLength(
    300,
  );
});
