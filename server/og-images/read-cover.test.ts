import sharp from "sharp";
import { expect, test } from "vitest";
import { imageAddress } from "#lib/image-address.ts";
import { openSite } from "../../tests/support/site.ts";
import { createCoverReader } from "./read-cover.ts";

test("a cover is read where its address leads; drawings of ours and what is gone have none", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const read = createCoverReader(serverBackend);
  const { signal } = new AbortController();
  const bytes = new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: "#f00" } })
      .png()
      .toBuffer(),
  );
  const info = await serverBackend.putObject("public/projects/atlas.png", bytes, {
    contentType: "image/png",
  });
  const src = imageAddress(info, 640, "webp")!;
  expect(await read(src, signal)).toEqual(bytes);

  for (const other of ["/sample/atlas.svg", `${src}x`, "/img/../users/ann/secret.png", "/about"]) {
    expect(await read(other, signal), other).toBeUndefined();
  }
  await serverBackend.deleteObject(info.name);
  expect(await read(src, signal)).toBeUndefined();
});
