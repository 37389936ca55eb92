/** Says that the content is invented, and how to make the site one's own. */
export function SampleBar() {
  return (
    <p>
      <strong>This is sample content.</strong> Put in your own with{" "}
      <code>npm run foyer -- import resume FILE</code>, or start empty with{" "}
      <code>npm run foyer -- sample clear</code>.
    </p>
  );
}
