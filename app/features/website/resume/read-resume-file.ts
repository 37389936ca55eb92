import { checkResume } from "#lib/documents/check-document.ts";
import type { PlainFields } from "#lib/firestore-value.ts";

/** Far more than fits into a document. */
const maxBytes = 2_000_000;
const shownFaults = 5;

/** Whole, with the fields that the standard does not know; or why not, in a sentence. Nothing is changed by it. */
export async function readResumeFile(
  file: Pick<File, "size" | "text">,
): Promise<{ resume: PlainFields } | { problem: string }> {
  if (file.size > maxBytes) return { problem: "This file is too large for a resume." };
  let value: unknown;
  try {
    // Some editors put a byte order mark first, which JSON.parse does not take.
    value = JSON.parse((await file.text()).replace(/^\uFEFF/, ""));
  } catch {
    return { problem: "This file is not JSON, or has a slip in it. Your resume is as it was." };
  }
  const checked = checkResume(value);
  if (checked.ok) return { resume: checked.value as PlainFields };
  const told = checked.faults
    .slice(0, shownFaults)
    .map(({ path, message }) => `${path} ${message}`)
    .join("; ");
  const more = checked.faults.length - shownFaults + checked.more;
  return {
    problem: `This file is no JSON Resume: ${told}${more > 0 ? `; and ${more} more` : ""}. Your resume is as it was.`,
  };
}
