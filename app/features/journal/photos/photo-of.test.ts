import { expect, test } from "vitest";
import { MediaProblem } from "#app/parts/media/picture-kind.ts";
import { berlin, heicOf, tiffOf, withTiff } from "#lib/exif/testing/camera-files.ts";
import { plainPicture } from "../../../../server/images/testing/pictures.ts";
import { exifOf, photoOf, withoutExif } from "./photo-of.ts";

const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  new File([bytes], name, { lastModified: 7 });
const photo = async () =>
  fileOf(withTiff(new Uint8Array(await plainPicture("jpeg")), tiffOf(berlin)), "a.jpg");

test("a photo says when and where it was taken, and says nothing once that is taken out", async () => {
  const file = await photoOf(await photo());
  expect(file.type).toBe("image/jpeg");
  expect(Object.keys(await exifOf(file)).toSorted()).toEqual(["spot", "taken"]);
  const stripped = await withoutExif(file);
  if (stripped.state !== "stripped") throw new Error(stripped.state);
  expect(stripped.file.name).toBe(file.name);
  expect(stripped.file.type).toBe("image/jpeg");
  expect(await exifOf(stripped.file)).toEqual({});
  expect(await withoutExif(stripped.file)).toEqual({ state: "clean" });
});

test("a HEIC picture is kept as one, and its date cannot be taken out", async () => {
  const file = await photoOf(fileOf(heicOf(tiffOf(berlin)), "IMG_1.HEIC"));
  expect([file.type, file.name]).toEqual(["image/heic", "IMG_1.HEIC"]);
  expect((await exifOf(file)).taken).toBeDefined();
  expect(await withoutExif(file)).toEqual({ state: "cannot" });
});

test("a damaged picture is not said to be clean", async () => {
  const whole = new Uint8Array(await (await photo()).arrayBuffer());
  const cut = fileOf(whole.slice(0, whole.length - 40), "a.jpg");
  expect(await withoutExif(await photoOf(cut))).toEqual({ state: "cannot" });
});

test("what is no picture is refused with a sentence", async () => {
  const file = fileOf(new TextEncoder().encode("<svg onload=alert(1)>"), "a.jpg");
  await expect(photoOf(file)).rejects.toThrow(MediaProblem);
});
