import { expect, test } from "vitest";
import type { NewDraftFile } from "#app/live/media.ts";
import { UploadFailure } from "#app/live/uploads/upload-failure.ts";
import { createMediaAdder } from "./add-media.ts";
import { MediaProblem } from "./picture-kind.ts";
import type { PictureValue } from "./picture-value.ts";

const png = (name: string) =>
  new File([Uint8Array.from("\x89PNG\r\n\x1a\n....", (letter) => letter.charCodeAt(0))], name);

function setUp() {
  const sending: (NewDraftFile & { end: PromiseWithResolvers<void> })[] = [];
  const added: PictureValue[] = [];
  const adder = createMediaAdder({
    owner: { kind: "projects", id: "atlas" },
    async upload(file) {
      const end = Promise.withResolvers<void>();
      file.signal.addEventListener("abort", () => end.reject(file.signal.reason));
      sending.push({ ...file, end });
      await end.promise;
      return { src: `/drafts/projects/atlas/1/${file.file.name}`, bytes: file.file.size };
    },
    async measure(picture) {
      if (picture instanceof File && picture.name === "broken.png")
        throw new MediaProblem("This picture is broken.");
      return { width: 40, height: 30, thumbhash: "aGFzaA==" };
    },
  });
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return { adder, sending, added, until, states: () => adder.snapshot().map(({ state }) => state) };
}

test("a picture goes into its draft, measured; three at once", async () => {
  const { adder, sending, added, until } = setUp();
  adder.addPictures(["a.png", "b.png", "c.png", "d.png"].map(png), (picture) =>
    added.push(picture),
  );
  await until(() => sending.length === 3);
  expect(sending[0]).toMatchObject({ kind: "projects", id: "atlas" });
  expect(sending[0]?.file.type).toBe("image/png");
  sending[0]?.onProgress(6, true);
  expect(adder.snapshot()[0]).toMatchObject({ fileName: "a.png", sentBytes: 6, state: "coming" });
  sending[0]?.end.resolve();
  await until(() => sending.length === 4);
  expect(added).toEqual([
    {
      src: "/drafts/projects/atlas/1/a.png",
      alt: "",
      width: 40,
      height: 30,
      thumbhash: "aGFzaA==",
    },
  ]);
  expect(adder.snapshot()).toHaveLength(3);
});

test("what is cancelled is not added, and its upload ends", async () => {
  const { adder, sending, added, until } = setUp();
  const [id = ""] = adder.addPictures([png("a.png")], (picture) => added.push(picture));
  await until(() => sending.length === 1);
  adder.cancel(id);
  expect(sending[0]?.signal.aborted).toBe(true);
  expect(adder.snapshot()).toEqual([]);
  sending[0]?.end.resolve();
  await until(() => true);
  expect(added).toEqual([]);
});

test("a lost connection is waited out; what fails says why and can be tried again", async () => {
  const { adder, sending, added, until, states } = setUp();
  const [id = ""] = adder.addPictures([png("a.png")], (picture) => added.push(picture));
  await until(() => sending.length === 1);
  sending[0]?.onProgress(3, false);
  expect(states()).toEqual(["waiting"]);
  sending[0]?.end.reject(new UploadFailure("no-connection"));
  await until(() => states()[0] === "failed");
  expect(adder.snapshot()[0]).toMatchObject({
    problem: "The server could not be reached for ten minutes. Try again.",
    canRetry: true,
  });
  adder.retry(id);
  await until(() => sending.length === 2);
  sending[1]?.end.resolve();
  await until(() => added.length === 1);
  expect(adder.snapshot()).toEqual([]);
});

test("a broken picture is said, not sent, and not tried again", async () => {
  const { adder, sending, until, states } = setUp();
  adder.addPictures([png("broken.png")], () => {});
  await until(() => states()[0] === "failed");
  expect(adder.snapshot()[0]).toMatchObject({
    problem: "This picture is broken.",
    canRetry: false,
  });
  expect(sending).toEqual([]);
});
