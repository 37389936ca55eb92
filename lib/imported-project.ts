/** What `/api/github-import` reads of GitHub. All of its texts are strangers' words. */

export type ImportableRepository = {
  owner: string;
  repo: string;
  description: string;
  language: string | null;
  stars: number;
  isFork: boolean;
  isArchived: boolean;
  /** RFC 3339, UTC. */
  pushedAt: string;
};

/** Fields of a project's draft. */
export type ImportedProject = {
  title: string;
  slug: string;
  summary: string;
  links: { label: string; url: string }[];
  tags: string[];
  stack: string[];
  /** `YYYY-MM`. */
  startDate?: string;
  endDate?: string;
  /** A rich text that lib/rich-text/check.ts has nothing against. */
  body?: { type: "doc"; content: object[] };
};

const userForm = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const repositoryForm = /^(?!\.{1,2}$)[\w.-]{1,100}$/;

/** What somebody typed or pasted: a user, `user/repository`, or GitHub's address of either. */
export function gitHubNames(text: string): { owner: string; repo?: string } | undefined {
  const path = text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, "")
    .replace(/^@/, "");
  const [owner = "", repository] = path.split(/[/?#]/);
  const repo = repository?.replace(/\.git$/, "") || undefined;
  if (!userForm.test(owner) || (repo !== undefined && !repositoryForm.test(repo))) return undefined;
  return repo === undefined ? { owner } : { owner, repo };
}
