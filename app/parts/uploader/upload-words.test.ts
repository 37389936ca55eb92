import { expect, test } from "vitest";
import type { Upload } from "#app/live/uploads/upload.ts";
import { beganAgainText, stateText } from "./upload-words.ts";

const MB = 1024 * 1024;

function upload(change: Partial<Upload>): Upload {
  return {
    id: "1",
    name: "users/ann/files/a.txt",
    fileName: "a.txt",
    sizeBytes: 4 * MB,
    sentBytes: MB,
    state: "uploading",
    outcome: null,
    error: null,
    beganAgain: null,
    ...change,
  } as Upload;
}

test("without a network a file waits for the connection, and is not said to be tried again", () => {
  expect(stateText(upload({ state: "retrying" }), false)).toBe(
    "Waiting for the connection at 1 MB of 4 MB",
  );
  expect(stateText(upload({ state: "waiting" }), false)).toBe("Waiting for the connection");
  expect(stateText(upload({ state: "retrying" }), true)).toBe("Trying again at 1 MB of 4 MB");
});

test("what is sent from its beginning once more is named, with the reason", () => {
  const changed = upload({ fileName: "big.bin", beganAgain: "file-changed" });
  expect(beganAgainText([upload({})])).toBe("");
  expect(beganAgainText([changed, upload({})])).toBe(
    "big.bin was changed since, so it is sent from its beginning.",
  );
  expect(beganAgainText([changed, changed, upload({ beganAgain: "not-kept" })])).toBe(
    "big.bin and 1 file more were changed since, so they are sent from their beginning. " +
      "The server has not kept what it had of a.txt, so it is sent from its beginning.",
  );
});
