/** What makes a new site one's own, as `/api/first-steps` tells an admin: each is done or not by what is there. */

export const firstSteps = [
  "name",
  "photo",
  "resume",
  "project",
  "look",
  "mail",
  "backup",
  "starter",
] as const;
export type FirstStep = (typeof firstSteps)[number];

export type FirstSteps = {
  /** Without what this site cannot do: on Firebase the server sends no mail and makes no back-ups. */
  done: Partial<Record<FirstStep, boolean>>;
  /** The admins want to see the list no more. */
  isDismissed: boolean;
};

/** A document of the starter content that is still there, or with the parts in its title that are. */
export type StarterDocument = { path: string; title: string };

/** The server's own document: whether the list is dismissed, and whether the owner does without mail. */
export const firstStepsDocument = "server/firstSteps";
