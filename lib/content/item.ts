/** What lists of content say of each document: `GET /api/content/list` and `/trash`. */
import type { PlainFields } from "../firestore-value.ts";

export type ContentState = "draft" | "published" | "changed" | "hidden" | "scheduled";

export type ContentItem = {
  id: string;
  /** Of the draft, where there is one; as the others down to `expiryDate`. */
  title: string;
  slug?: string;
  state: ContentState;
  isHidden: boolean;
  /** RFC 3339, UTC. */
  publishAt?: string;
  /** A sentence: why what was scheduled could not be published. */
  scheduleProblem?: string;
  featured?: boolean;
  order?: string;
  sample?: boolean;
  /** A picture as the document has it: of a draft with a draft's address. */
  cover?: PlainFields;
  issuer?: string;
  issueDate?: string;
  expiryDate?: string;
  /** Of a certificate its skills, of a problem its categories. */
  tags?: string[];
  stack?: string[];
  /** Of food: the place's name and city. */
  where?: string;
  /** From 0.5 to 5. */
  rating?: number;
  visitedOn?: string;
  /** Of wishes. */
  status?: string;
  priority?: string;
  plannedFor?: string;
  /** Who or what said that it is good. */
  source?: string;
  /** Of `foodPosts`. */
  postId?: string;
  /** Of problems. */
  link?: string;
  difficulty?: string;
  languages?: string[];
  /** Of the draft where there is one: for `publish`, `schedule`, `discard`. */
  rev?: number;
  /** Where visitors see it; absent while they do not. */
  path?: string;
  /** RFC 3339, UTC, of the published document; else of the draft. */
  updatedAt: string;
  /** Of the draft. */
  editedAt?: string;
  editedByName?: string;
  /** A sentence. */
  linkProblem?: string;
};

export type TrashItem = {
  id: string;
  title: string;
  slug?: string;
  wasPublished: boolean;
  /** RFC 3339, UTC. */
  deletedAt: string;
  deletedByName: string;
  erasedAt: string;
};

/** `results` of `POST /api/content/bulk`, by id: done, or a sentence why not. */
export type BulkResults = Record<string, true | string>;

/** What came of an act besides. Times are RFC 3339, UTC. */
export type ActNote = {
  /** When it was to be published, which it is not any more. */
  unscheduled?: string;
  /** Of the draft that says what was to be published: `schedule` with it takes that back. */
  rev?: number;
  /** It was published, and is not ready to be. */
  asDraft?: true;
  /** It waits for this time again. */
  publishAt?: string;
};

/** `more` of `POST /api/content/bulk`, by id, where there is something to say. */
export type BulkNotes = Record<string, ActNote>;

export const bulkActs = [
  "publish",
  "hide",
  "show",
  "delete",
  "untrash",
  "feature",
  "unfeature",
  "tag",
] as const;
export type BulkAct = (typeof bulkActs)[number];
