/** What the SDK asks before it uses Google's scripts: there are none here, and it goes on without. */
import type { AuthContext } from "../auth-context.ts";

/** `GET v2/recaptchaConfig`: no way of signing in wants a challenge. */
export function readRecaptchaConfig({ projectId }: AuthContext): Promise<object> {
  return Promise.resolve({
    recaptchaKey: `projects/${projectId}/keys/none`,
    recaptchaEnforcementState: [],
  });
}

/** `GET v1/projects`: where the site may be. */
export function readProject({ projectId, actionUrl }: AuthContext): Promise<object> {
  const domains = actionUrl === undefined ? [] : [new URL(actionUrl()).hostname];
  return Promise.resolve({ projectId, authorizedDomains: domains });
}
