import { renderToStaticMarkup } from "react-dom/server";
import { MantineProvider } from "@mantine/core";
import { expect, test } from "vitest";
import type { Field } from "./field.ts";
import { SchemaForm } from "./schema-form.tsx";

const fields: Field[] = [
  { kind: "text", name: "title", label: "Title", help: "What it is called.", maxLength: 10 },
  { kind: "area", name: "summary", label: "Summary" },
  { kind: "date", name: "day", label: "Day" },
  { kind: "number", name: "age", label: "Age" },
  { kind: "colour", name: "accent", label: "Accent" },
  { kind: "words", name: "tags", label: "Tags" },
  { kind: "switch", name: "featured", label: "Featured" },
  { kind: "select", name: "place", label: "Place", options: [{ value: "a", label: "Here" }] },
  { kind: "rating", name: "rating", label: "Rating" },
  { kind: "money", name: "price", label: "Price" },
  {
    kind: "choices",
    name: "closed",
    label: "Closed on",
    options: [
      { value: "monday", label: "Monday" },
      { value: "sunday", label: "Sunday" },
    ],
  },
  { kind: "texts", name: "now", label: "Now" },
  {
    kind: "list",
    name: "links",
    label: "Links",
    add: "Add a link",
    itemTitle: ({ label }) => (typeof label === "string" ? label : ""),
    item: [{ kind: "href", name: "url", label: "Address" }],
  },
  {
    kind: "group",
    name: "basics",
    label: "Basics",
    fields: [{ kind: "email", name: "email", label: "E-mail" }],
  },
  { kind: "rich-text", name: "body", label: "Text" },
  { kind: "picture", name: "cover", label: "Cover" },
  { kind: "pictures", name: "gallery", label: "Gallery" },
  { kind: "file", name: "file", label: "File", picture: "cover" },
];

function shown(value: Record<string, unknown>, problems: Record<string, string> = {}): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <SchemaForm fields={fields} value={value} problems={problems} onChange={() => {}} />
    </MantineProvider>,
  );
}

/** The texts of what describes the control of that label. */
function describedAs(html: string, label: string): string[] {
  const id = new RegExp(`for="([^"]+)"[^>]*>${label}<`).exec(html)?.[1];
  const control = new RegExp(`<(?:input|textarea|select)[^>]*id="${id}"[^>]*>`).exec(html)?.[0];
  const ids = /aria-describedby="([^"]*)"/.exec(control ?? "")?.[1]?.split(/\s+/) ?? [];
  return ids.map((each) => new RegExp(`id="${each}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? "");
}

test("whatever a draft holds, each field is there", () => {
  const wrong = Object.fromEntries(
    fields.map(({ name }, at) => [name, [7, null, "x", { a: [] }][at % 4]]),
  );
  for (const value of [{}, wrong]) {
    const html = shown(value);
    for (const { name, label } of fields) {
      expect(html).toContain(label);
      expect(html).toContain(`data-field="${name}"`);
    }
  }
});

test("a field's help and its problem describe its control", () => {
  const html = shown({ title: "Atlas" }, { title: "Give it a title." });
  expect(describedAs(html, "Title").toSorted()).toEqual(["Give it a title.", "What it is called."]);
});

test("what is too long is not cut off: it is said by how much", () => {
  const html = shown({ title: "twelve chars" });
  expect(html).toContain('value="twelve chars"');
  expect(describedAs(html, "Title")).toContain("Shorten this by 2 characters.");
  expect(describedAs(shown({ title: "nine char" }), "Title")).toEqual([
    "What it is called. 1 character left.",
  ]);
});

test("an item of a list with a problem is open, with the sentence at its field", () => {
  const value = {
    links: [
      { label: "Code", url: "/a" },
      { label: "Docs", url: "x" },
    ],
  };
  const html = shown(value, { "links.1.url": "Write a whole address." });
  expect(html.match(/<details open/g)).toHaveLength(1);
  expect(describedAs(html, "Address")).toEqual(["Write a whole address."]);
});

test("what is wrong with a picture or a file itself is said beside it, not only what is wrong with its description", () => {
  const picture = (src: string) => ({ src, alt: "A map", width: 8, height: 6 });
  const html = shown(
    { cover: picture("/x.png"), gallery: [picture("/img/a"), picture("/y.png")] },
    {
      "cover.src": "This is no picture of the site.",
      "cover.alt": "Say what the picture shows.",
      "gallery.1.src": "Nor is this.",
      "file.src": "This is no file of the site.",
    },
  );
  const placeOf = (path: string) => html.slice(html.indexOf(`data-field="${path}"`));
  const groupSays = (path: string) => {
    const id = /aria-describedby="([^"]+)"/.exec(placeOf(path))?.[1];
    return new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1];
  };
  expect(groupSays("cover")).toBe("This is no picture of the site.");
  expect(groupSays("file")).toBe("This is no file of the site.");
  expect(html).toContain("Say what the picture shows.");
  expect(placeOf("gallery.1")).toContain("Nor is this.");
  expect(html.match(/Nor is this/g)).toHaveLength(1);
});

test("a file of a draft is a link only where it is a path on this site", () => {
  const links = (src: string) => shown({ file: { src, bytes: 1 } }).match(/<a [^>]*href="[^"]*"/g);
  expect(links("/file/certificates/pen/x/pen.pdf")).toHaveLength(1);
  for (const src of ["javascript:alert(1)", "https://evil.example/x.pdf", "//evil.example/x.pdf"]) {
    expect(links(src)).toBeNull();
  }
});

test("what a newer version of the site stored stays chosen", () => {
  expect(shown({ place: "elsewhere" })).toContain('<option value="elsewhere" selected="">');
});

test("a rating says its half stars, and can be cleared only where there is one", () => {
  const html = shown({ rating: 4.5 });
  expect(html).toContain('aria-label="4.5 of 5"');
  expect(
    /<input[^>]*checked=""[^>]*value="4.5"|<input[^>]*value="4.5"[^>]*checked=""/.test(html),
  ).toBe(true);
  expect(html).toContain("Clear: Rating");
  expect(shown({})).not.toContain("Clear: Rating");
});

test("money is an amount as people write it, in its own currency; what is wrong with either is said", () => {
  const html = shown(
    { price: { minor: 1450, currency: "CHF" } },
    { "price.minor": "Must be at most 100." },
  );
  expect(html).toContain('value="14.50"');
  expect(html).toContain('<option value="CHF" selected="">');
  expect(html).toContain("Must be at most 100.");
});

test("days that are chosen are checked", () => {
  const html = shown({ closed: ["sunday"] });
  expect(html.match(/type="checkbox"[^>]*checked=""|checked=""[^>]*type="checkbox"/g)).toHaveLength(
    1,
  );
});
