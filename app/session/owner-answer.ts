const youAreOwner =
  "You are the owner of this site now. Next, make it yours: the website manager has the first steps.";

/** What the answer of `/api/owner` means, in words, and whether the secret is done with. */
export function ownerAnswer(status: number | undefined): { text: string; done: boolean } {
  if (status === 204) return { text: youAreOwner, done: true };
  if (status !== undefined && [400, 403, 404, 409, 410].includes(status)) {
    return { text: "This owner link has been used or is no longer valid.", done: true };
  }
  return {
    text: "The owner link could not be used just now. Load this page again to try once more.",
    done: false,
  };
}
