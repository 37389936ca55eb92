/**
 * The one port through which server code reaches the data, whichever backend is behind it.
 * Wired in server/backend-port: embedded by an in-process fetch, hosted by the network.
 */
import type { PublicCertificate } from "./documents/certificate.ts";
import type { PublicProblem } from "./documents/problem.ts";
import type { PublicProject } from "./documents/project.ts";
import type { ResumeDocument } from "./documents/resume.ts";
import type { SiteProfile, SiteSections, SiteSettings } from "./documents/site.ts";
import type { FirestoreFields, PlainFields } from "./firestore-value.ts";

export type StoredDocument = {
  /** Path below the database's root: `projects/atlas`. */
  path: string;
  id: string;
  data: PlainFields;
  /** RFC 3339, UTC. */
  createTime: string;
  updateTime: string;
};

export type Precondition = { exists: boolean } | { updateTime: string };

export type Write =
  | { set: string; data: Record<string, unknown>; when?: Precondition }
  /** Replaces only the fields that `data` names. */
  | { update: string; data: Record<string, unknown>; when?: Precondition }
  | { delete: string; when?: Precondition };

/** What one commit changed, in commit order. */
export type CommitEvent = {
  commit: number;
  changes: { path: string; fields: FirestoreFields | null }[];
};

/** What anyone may see. Everything in it went through `toPublic()`. Lists are empty when the read failed. */
export type PublicData = {
  /** Changes whenever any of the content below changes. */
  version: number;
  failed: boolean;
  projects: PublicProject[];
  /** Newest issueDate first. */
  certificates: PublicCertificate[];
  problems: PublicProblem[];
  resume: ResumeDocument | null;
  profile: SiteProfile | null;
  settings: SiteSettings;
  sections: SiteSections;
  sample: SampleShare;
};

/** How much of the content is still the starter's: all of it, some beside a resume of the owner's, or none. */
export type SampleShare = "all" | "some" | false;

export type ServerBackend = {
  getDocument(path: string): Promise<StoredDocument | null>;
  /** All documents of a collection, by id. */
  listDocuments(collection: string): Promise<StoredDocument[]>;
  /** All or nothing. @throws BackendError */
  commit(writes: Write[]): Promise<void>;
  publicData(): Promise<PublicData>;
  /** The version that `publicData()` would have now; cheap. */
  publicVersion(): number;
};

/** A refusal by the backend. `status` is Google's canonical code, e.g. `ALREADY_EXISTS`. */
export class BackendError extends Error {
  readonly status: string;
  constructor(status: string, message: string) {
    super(message);
    this.name = "BackendError";
    this.status = status;
  }
}
