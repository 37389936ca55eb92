/** Which addresses a browser may name for its pushes: those of the services that browsers have, and of no machine else. */

const services = ["fcm.googleapis.com"];
const servicesBelow = [".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"];

/** @param others hosts of `FOYER_PUSH_HOSTS` */
export function isPushEndpoint(endpoint: string, others: readonly string[] = []): boolean {
  if (endpoint.length > 1000 || !URL.canParse(endpoint)) return false;
  const { protocol, port, username, password, hostname } = new URL(endpoint);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return (
    services.includes(hostname) ||
    others.includes(hostname) ||
    servicesBelow.some((below) => hostname.endsWith(below))
  );
}
