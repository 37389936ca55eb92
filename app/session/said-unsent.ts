/** What was said in this tab of what an account has not saved: a page loaded anew does not say the same again. */

const keyOf = (uid: string) => `foyer:unsent-said:${uid}`;

export function saidOf(uid: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(uid));
  } catch {
    // Storage is switched off: it is said once more.
    return null;
  }
}

export function keepSaid(uid: string, said: string): void {
  try {
    sessionStorage.setItem(keyOf(uid), said);
  } catch {
    // As above.
  }
}

export function forgetSaid(uid: string): void {
  try {
    sessionStorage.removeItem(keyOf(uid));
  } catch {
    // Then nothing was kept.
  }
}
