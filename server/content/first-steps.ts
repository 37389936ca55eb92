/** How far a site is its owner's own: read from what is there, not from what somebody said they had done. */
import { backupsDocument } from "#lib/backups.ts";
import { contentKinds } from "#lib/content/kinds.ts";
import { firstStepsDocument } from "#lib/first-steps.ts";
import type { FirstSteps } from "#lib/first-steps.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { listLeftovers } from "./starter-content.ts";
import { isSamplePicture } from "./starter-leftovers.ts";

export async function readFirstSteps(
  backend: Pick<ServerBackend, "getDocument" | "listDocuments" | "findDocuments">,
  { isHosted }: { isHosted: boolean },
): Promise<FirstSteps> {
  const [site, projects, backups, mail, own] = await Promise.all([
    backend.listDocuments("site"),
    backend.listDocuments("projects"),
    backend.getDocument(backupsDocument),
    backend.getDocument(mailTestDocument),
    backend.getDocument(firstStepsDocument),
  ]);
  const of = (id: string): PlainFields =>
    site.find((document) => document.id === id && !isSample(document))?.data ?? {};
  const resume = groupOf(of("resume")["document"]);
  const basics = groupOf(resume["basics"]);
  const profile = of("profile");
  const settings = of("settings");
  const isSampleLeft = [...site, ...projects].some(isSample);
  return {
    done: {
      name: hasText(basics["name"]) && (hasText(profile["tagline"]) || hasText(basics["label"])),
      photo: hasOwnPhoto(profile["photo"]),
      resume: ["work", "education", "projects"].some((part) => hasEntries(resume[part])),
      project: projects.some((project) => !isSample(project) && project.data["hidden"] !== true),
      look: hasText(settings["accent"]) || hasText(settings["fonts"]),
      ...(!isHosted && {
        mail: mail?.data["outcome"] === "sent" || own?.data["withoutMail"] === true,
        backup: hasBackup(backups?.data ?? {}),
      }),
      starter:
        !isSampleLeft &&
        !(await hasOtherSamples(backend)) &&
        (await listLeftovers(backend)).length === 0,
    },
    isDismissed: own?.data["isDismissed"] === true,
  };
}

/** How the last test mail ended. */
const mailTestDocument = "server/mailTest";

async function hasOtherSamples(backend: Pick<ServerBackend, "findDocuments">): Promise<boolean> {
  const others = contentKinds.filter((kind) => kind !== "site" && kind !== "projects");
  const found = await Promise.all(
    others.map((kind) => backend.findDocuments(kind, { where: { sample: true }, limit: 1 })),
  );
  return found.flat().length > 0;
}

function isSample({ data }: StoredDocument): boolean {
  return data["sample"] === true;
}

function hasOwnPhoto(photo: Value): boolean {
  const { src } = groupOf(photo);
  return hasText(src) && !isSamplePicture(src as string);
}

/** The last one that was made, if it is still there; one that was made for a key that nobody keeps is none. */
function hasBackup({ last, made, savedKeys }: PlainFields): boolean {
  const { name } = groupOf(last);
  if (typeof name !== "string") return false;
  if (!name.endsWith(".age")) return true;
  const { key } = groupOf(listOf(made).findLast((one) => groupOf(one)["name"] === name));
  return typeof key === "string" && listOf(savedKeys).includes(key);
}

type Value = PlainFields[string] | undefined;

function groupOf(value: Value): PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

function hasText(value: Value): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function hasEntries(value: Value): boolean {
  return Array.isArray(value) && value.length > 0;
}
