/** In words, for the day on which this page is gone with the rest. */
export function HowToRestore() {
  return (
    <section className="backups-part" aria-labelledby="backups-restore">
      <h3 id="backups-restore">How to restore one</h3>
      <ol className="backups-steps">
        <li>
          On any machine with the same or a newer Foyer, put the back-up and the file with its key
          somewhere.
        </li>
        <li>
          <code>npm run foyer -- restore FILE --into NEWFOLDER --key-file KEYFILE</code>
          <br />
          It reads every byte and says so when one is not as it was written. What is in your data
          folder stays as it is.
        </li>
        <li>
          Set <code>FOYER_DATA</code> to the new folder and start the server. Everything is as it
          was at the time of the back-up, and everybody signs in as before.
        </li>
      </ol>
      <p className="faint">
        Without Foyer it is an archive like others:{" "}
        <code>age -d -i KEYFILE FILE | tar --zstd -x</code>. Copies belong on another machine, too:
        whatever takes the disk takes what lies beside it.
      </p>
    </section>
  );
}
