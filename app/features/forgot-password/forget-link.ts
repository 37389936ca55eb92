/** The code is used, or of no use: a reload begins anew. */
export function forgetLink(): void {
  history.replaceState({ ...history.state, link: undefined }, "");
}
