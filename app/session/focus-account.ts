/** Where the keyboard goes on when what had it is gone: the account's button, or the page while there is none. */
export function focusAccount(): void {
  const button = document.querySelector<HTMLElement>(".account > button");
  (button ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
