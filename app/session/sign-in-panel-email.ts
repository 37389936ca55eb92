// What was typed last as one's address, for who closes the dialog and opens it again, or goes on to another form. It
// is in no address and in no storage, and a password is never kept.
let typed = "";

export function typedEmail(): string {
  return typed;
}

export function keepTypedEmail(email: string): void {
  typed = email;
}
