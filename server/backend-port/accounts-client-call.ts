/** One request to Identity Toolkit's forms for administrators. */
import { readAnswer } from "./backend-answer.ts";

type AccountsCallOptions = { method?: string; version?: "v1" | "v2" };

/**
 * @param path below `projects/{p}/`: `accounts:lookup`, `config?updateMask=…`
 * @param body of a POST; without one it is a GET, unless `method` says otherwise.
 * @throws BackendError
 */
export type AccountsCall = <Answer>(
  path: string,
  body?: unknown,
  options?: AccountsCallOptions,
) => Promise<Answer>;

export function createAccountsCall(target: {
  /** Above `/v1/projects`. */
  baseUrl: string;
  projectId: string;
  /** Acts as an administrator. */
  fetch: (request: Request) => Promise<Response>;
}): AccountsCall {
  const { baseUrl, projectId, fetch } = target;
  return async <Answer>(path: string, body?: unknown, options: AccountsCallOptions = {}) => {
    const { method = body === undefined ? "GET" : "POST", version = "v1" } = options;
    const url = `${baseUrl}/${version}/projects/${encodeURIComponent(projectId)}/${path}`;
    const init = body === undefined ? { method } : { method, ...jsonBody(body) };
    return (await readAnswer(await fetch(new Request(url, init)))) as Answer;
  };
}

function jsonBody(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
