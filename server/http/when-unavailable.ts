import { BackendError } from "#lib/server-backend.ts";
import { apiError } from "./answer.ts";
import type { Endpoint } from "./api-router.ts";

/** An endpoint's answer that says so, with 503, when the backend is out of reach. */
export function orUnavailable(answer: Endpoint["answer"]): Endpoint["answer"] {
  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof BackendError) || error.status !== "UNAVAILABLE") throw error;
      return apiError(503, "unavailable", "The backend cannot be reached. Try again later.", {
        "Retry-After": "5",
      });
    }
  };
}
