// `/#owner=SECRET` makes an account the site's owner. The secret leaves the address bar at once, and outlives a reload.
const key = "foyer:owner";

export function takeOwnerSecret(): string | undefined {
  const secret = /^#owner=(.*)/.exec(location.hash)?.[1];
  if (secret === undefined) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  if (secret === "") return undefined;
  try {
    sessionStorage.setItem(key, secret);
  } catch {
    // Storage is switched off: the secret holds for this page.
  }
  return secret;
}

export function keptSecret(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetSecret(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then nothing was kept.
  }
}
