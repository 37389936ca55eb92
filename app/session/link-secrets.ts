// `/#owner=SECRET`, `/#invite=CODE`, `/TaskManager#join=SECRET`, `#provider=ANSWER`: each leaves the address bar at once,
// and outlives a reload.
export type LinkSecrets = { owner?: string; invite?: string; join?: string; provider?: string };

export const secretsKey = "foyer:links";

/** `known`: what was found before; the same object is returned when the address has nothing new. */
export function takeSecrets(known?: LinkSecrets): LinkSecrets {
  let secrets = known;
  try {
    secrets ??= JSON.parse(sessionStorage[secretsKey] as string) as LinkSecrets;
  } catch {
    // Nothing is kept, or storage is switched off.
  }
  secrets ??= {};
  const [, kind, secret] = /^#(owner|invite|join|provider)=(.*)/.exec(location.hash) ?? [];
  if (!kind) return secrets;
  history.replaceState(history.state, "", location.pathname + location.search);
  if (!secret) return secrets;
  secrets = { ...secrets, [kind]: secret };
  try {
    sessionStorage[secretsKey] = JSON.stringify(secrets);
  } catch {
    // Storage is switched off: the secret holds for this page.
  }
  return secrets;
}
