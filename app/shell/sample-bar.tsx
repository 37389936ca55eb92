import type { SampleShare } from "#lib/server-backend.ts";

/** Says what of the content is invented, and how to make the site one's own. */
export function SampleBar({ share }: { share: SampleShare }) {
  return share === "some" ? (
    <p>
      <strong>Your resume is in.</strong> Projects and certificates are still samples; remove them
      with <code>npm run foyer -- sample clear</code>.
    </p>
  ) : (
    <p>
      <strong>This is sample content.</strong> Put in your own with{" "}
      <code>npm run foyer -- import resume FILE</code>, or start empty with{" "}
      <code>npm run foyer -- sample clear</code>.
    </p>
  );
}
