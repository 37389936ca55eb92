import { BackendError } from "#lib/server-backend.ts";
import { apiError } from "./answer.ts";
import type { Endpoint } from "./api-router.ts";

/** All but the first are Google's alone, when it has too much to do. */
const ofAMoment = ["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"];

/** An endpoint's answer that says so, with 503, when the backend is out of reach. */
export function orUnavailable(answer: Endpoint["answer"]): Endpoint["answer"] {
  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof BackendError) || !ofAMoment.includes(error.status)) throw error;
      return apiError(503, "unavailable", "The backend cannot be reached. Try again later.", {
        "Retry-After": "5",
      });
    }
  };
}
