import type { Problem } from "#lib/content/problems.ts";

/** What cannot be done to content, in words for whoever asked. */
export class ContentError extends Error {
  readonly status: 400 | 404 | 409 | 422;
  readonly code: string;
  /** What stands in the way, by field. */
  readonly problems: readonly Problem[];

  constructor(
    status: ContentError["status"],
    code: string,
    message: string,
    problems: readonly Problem[] = [],
  ) {
    super(message);
    this.name = "ContentError";
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

export function changedMeanwhile(): ContentError {
  return new ContentError(
    409,
    "changed-meanwhile",
    "Somebody changed this meanwhile. Nothing was done; look at what is there now and try again.",
  );
}

export function notThere(): ContentError {
  return new ContentError(404, "not-found", "This is not there any more.");
}

export function neverPublished(): ContentError {
  return new ContentError(
    409,
    "not-published",
    "This was never published, so visitors do not see it.",
  );
}

export function notReady(problems: readonly Problem[]): ContentError {
  const message =
    problems.length === 1
      ? (problems[0]?.text ?? "")
      : `${problems.length} things stand in the way of publishing. They are named beside their fields.`;
  return new ContentError(422, "not-ready", message, problems);
}
