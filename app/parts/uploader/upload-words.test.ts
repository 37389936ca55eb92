import { expect, test } from "vitest";
import type { Upload } from "#app/live/uploads/upload.ts";
import { beganAgainText, progressOf, reportText, stateText, totalText } from "./upload-words.ts";

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

const uploads = [
  upload({ state: "done", outcome: "uploaded", sentBytes: 4 * MB }),
  upload({ state: "done", outcome: "uploaded", sentBytes: 4 * MB }),
  upload({ state: "done", outcome: "replaced", sentBytes: 4 * MB }),
  upload({ state: "done", outcome: "skipped", sentBytes: 0 }),
  upload({ state: "failed" }),
  upload({ state: "needs-file" }),
];

test("the report names each way in which files ended, and only those that there are", () => {
  expect(reportText(uploads)).toBe("2 uploaded, 1 replaced, 1 skipped, 1 failed");
  expect(reportText(uploads.slice(3, 4))).toBe("1 skipped");
  expect(reportText([upload({}), upload({ state: "paused" })])).toBe("");
});

test("what failed or was skipped holds the total back by nothing", () => {
  expect(progressOf(uploads)).toEqual({
    files: 6,
    settled: 5,
    sentBytes: 13 * MB,
    totalBytes: 16 * MB,
    isBusy: false,
  });
  expect(progressOf(uploads.slice(0, 5))).toMatchObject({
    sentBytes: 12 * MB,
    totalBytes: 12 * MB,
  });
});

test("what waits for somebody is not busy, and what goes on by itself is", () => {
  const busy = (state: Upload["state"]) => progressOf([upload({ state })]).isBusy;
  expect((["uploading", "waiting", "retrying"] as const).map(busy)).toEqual([true, true, true]);
  expect((["paused", "needs-file", "failed", "done"] as const).map(busy)).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});

test("without a network a file waits for the connection, and is not said to be tried again", () => {
  expect(stateText(upload({ state: "retrying" }), false)).toBe(
    "Waiting for the connection at 1 MB of 4 MB",
  );
  expect(stateText(upload({ state: "waiting" }), false)).toBe("Waiting for the connection");
  expect(stateText(upload({ state: "retrying" }), true)).toBe("Trying again at 1 MB of 4 MB");
});

test("the total says how it is that nothing moves, and how many are left", () => {
  const done = upload({ state: "done", outcome: "uploaded" });
  const paused = upload({ state: "paused" });
  expect(totalText([done, upload({}), paused])).toBe("Uploading 2 of 3");
  expect(totalText([done, paused, upload({ state: "needs-file" })])).toBe("Paused, 2 of 3 left");
  expect(totalText([done, upload({ state: "needs-file" })])).toBe("Cut off, 1 of 2 left");
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
