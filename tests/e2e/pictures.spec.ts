/** A text with everything that it may hold, and a stored picture, from the editor's upload to the visitor's screen. */
import { doc, setDoc } from "firebase/firestore/lite";
import { getMetadata, ref, uploadBytes } from "firebase/storage";
import sharp from "sharp";
import { misfitsOf } from "#lib/documents/schema-of.ts";
import { imageAddress } from "#lib/image-address.ts";
import { violationsOf } from "../support/axe.ts";
import { runCommand } from "../support/foyer-process.ts";
import { createSdkClient, signUp } from "../support/sdk-client.ts";
import { expect, open, test } from "../support/site-test.ts";

test.use({ ownSite: true });

type Node = Record<string, unknown>;

const text = (value: string, ...marks: Node[]) => ({ type: "text", text: value, marks });
const node = (type: string, ...content: Node[]): Node => ({ type, content });
const paragraph = (value: string) => node("paragraph", text(value));
const cell = (type: string, value: string) => node(type, paragraph(value));

const everything = (picture: Node): Node[] => [
  node("heading", text("Two wheels")),
  node(
    "paragraph",
    text("See ", { type: "link", attrs: { href: "/about" } }),
    text("this", { type: "bold" }, { type: "link", attrs: { href: "/about" } }),
    { type: "hardBreak" },
    text("m"),
    text("2", { type: "superscript" }),
  ),
  node(
    "bulletList",
    node("listItem", paragraph("one"), node("orderedList", node("listItem", paragraph("two")))),
  ),
  node("taskList", { ...node("taskItem", paragraph("Saw the wheels")), attrs: { checked: true } }),
  node("blockquote", paragraph("said")),
  { ...node("codeBlock", text(`const long = "${"x".repeat(200)}";`)), attrs: { language: "js" } },
  { type: "image", attrs: picture },
  { type: "horizontalRule" },
  node(
    "table",
    node("tableRow", cell("tableHeader", "Wheel"), cell("tableHeader", "Teeth")),
    node("tableRow", cell("tableCell", "x".repeat(200)), cell("tableCell", "59")),
  ),
];

test(
  "a text of every form is the same from the server and in the browser, its pictures fit the screen",
  { tag: "@embedded" },
  async ({ page, foyer }) => {
    await using client = createSdkClient(foyer.origin);
    const { uid, idToken } = await signUp(client);
    await runCommand(foyer.dataDir, "user", "grant", uid, "editor");
    await idToken(true);
    const background = { r: 200, g: 120, b: 40 };
    const bytes = await sharp({ create: { width: 1500, height: 900, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const stored = ref(client.files, "public/clock face.jpg");
    await uploadBytes(stored, new Uint8Array(bytes), { contentType: "image/jpeg" });
    await expect
      .poll(async () => (await getMetadata(stored)).customMetadata)
      .toMatchObject({ width: "1500", thumbhash: expect.any(String) });
    const { customMetadata, md5Hash = null } = await getMetadata(stored);
    const cover = {
      src: imageAddress({ name: "public/clock face.jpg", md5Hash }, 1280, "webp"),
      alt: "The face of the clock",
      width: 1500,
      height: 900,
      thumbhash: customMetadata?.["thumbhash"],
    };
    const body = { type: "doc", content: everything({ ...cover, title: "Its face" }) };
    const project = {
      slug: "face",
      title: "A face",
      summary: "",
      cover,
      body,
      hidden: false,
      order: "",
    };
    expect(misfitsOf("projects/face", project)).toEqual([]);
    await setDoc(doc(client.documents, "projects", "face"), project);

    await page.setViewportSize({ width: 390, height: 844 });
    const fetched: string[] = [];
    page.on("response", async (answer) => {
      const path = new URL(answer.url()).pathname;
      if (path.startsWith("/img/")) fetched.push(`${answer.status()} ${path.split("/")[3]}`);
    });
    await open(page, "/project/face");
    const prose = page.locator(".prose");
    const main = page.getByRole("main");
    const pictures = main.getByRole("img", { name: cover.alt });
    await expect(pictures).toHaveCount(2);
    await pictures.last().scrollIntoViewIfNeeded();
    const isLoaded = (img: HTMLImageElement) => img.complete && img.naturalWidth > 0;
    await expect.poll(() => pictures.last().evaluate(isLoaded)).toBe(true);
    // Both have the same width and so one file, made once.
    expect([...new Set(fetched)]).toEqual(["200 480.avif"]);
    await expect(pictures.first()).toHaveAttribute("style", /linear-gradient/);
    await expect(prose.getByRole("checkbox", { name: "Saw the wheels" })).toBeChecked();
    await expect(prose.getByRole("link", { name: "See this" })).toHaveAttribute("href", "/about");
    const widths = () => [document.documentElement.scrollWidth, innerWidth];
    const [width = 0, screen = 0] = await page.evaluate(widths);
    expect(width).toBeLessThanOrEqual(screen);
    expect(await violationsOf(page)).toEqual([]);

    const shape = () =>
      prose.locator("*").evaluateAll((all) => all.map((each) => each.tagName + each.id));
    const [fromServer, words] = [await shape(), await prose.textContent()];
    await page.getByRole("link", { name: "All projects" }).click();
    await page.getByRole("link", { name: project.title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(project.title);
    expect(await shape()).toEqual(fromServer);
    expect(await prose.textContent()).toBe(words);
  },
);
