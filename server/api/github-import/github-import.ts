/** `/api/github-import`, for editors: what GitHub says of a user's repositories and of one of them. It stores nothing. */
import * as z from "zod/mini";
import { gitHubNames } from "#lib/imported-project.ts";
import { GitHubError } from "../../github-import/github-import.ts";
import type { GitHubImport } from "../../github-import/github-import.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const part = z.string().check(z.minLength(1), z.maxLength(200));

export function createGitHubImportEndpoints(deps: {
  editors: AdminDoor;
  github: GitHubImport;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { editors, github, now } = deps;
  const limit = createRateLimit({ burst: 100, perMinute: 20, now });

  async function answer(editor: string, read: () => Promise<object>): Promise<Response> {
    const wait = limit.take(editor);
    if (wait > 0) return tooManyRequests(wait);
    try {
      return Response.json(await read());
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      return apiError(error.status, "github", error.message);
    }
  }

  const noName = () =>
    apiError(400, "invalid-request", "Type a name on GitHub, such as octocat, or its address.");
  return [
    editors.post(
      "/api/github-import/list",
      z.strictObject({ user: part }),
      async (body, editor) => {
        const names = gitHubNames(body.user);
        if (names === undefined) return noName();
        return answer(editor, async () => ({ repositories: await github.list(names.owner) }));
      },
    ),
    editors.post(
      "/api/github-import/project",
      z.strictObject({ owner: part, repo: part }),
      async ({ owner, repo }, editor) => {
        const names = gitHubNames(`${owner}/${repo}`);
        if (names?.repo === undefined) return noName();
        const { owner: who, repo: what } = names;
        return answer(editor, async () => ({ project: await github.project(who, what) }));
      },
    ),
  ];
}
