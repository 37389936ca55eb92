/** A rich text as HTML, for readers of feeds: plain elements, whole addresses, nothing that needs our styles or scripts. */
import { escapeXml } from "../escape-xml.ts";
import { type Attributes, type RichElement, toElements } from "./elements.ts";

const written: Record<string, string> = {
  href: "href",
  src: "src",
  alt: "alt",
  width: "width",
  height: "height",
  start: "start",
  dir: "dir",
  colSpan: "colspan",
  rowSpan: "rowspan",
};

const withoutEnd = new Set(["br", "hr", "img"]);

/** What only our pages have a use for; what is in it stays. */
const leftOut = new Set(["div", "label", "span"]);

/**
 * @param doc a stored rich text
 * @param origin stands before addresses on this site, such as `https://example.com`
 * @returns well-formed XML too: every tag closed, no named entity but XML's five, no character that it forbids
 */
export function toHtml(doc: unknown, { origin = "" }: { origin?: string } = {}): string {
  const elements = toElements(doc).elements as RichElement[];
  return elements.map((element) => write(element, origin)).join("");
}

function write(element: RichElement, origin: string): string {
  if (typeof element === "string") return escapeXml(element);
  const [tag, attributes, ...content] = element;
  if (tag === "input") return attributes?.["checked"] === true ? "☑ " : "☐ ";
  const picture = attributes?.["picture"];
  if (typeof picture === "object") {
    const { src, alt, width, height } = picture;
    return write(["img", { src, alt, width, height }], origin);
  }
  const inside = content.map((child) => write(child, origin)).join("");
  if (leftOut.has(tag)) return inside;
  const start = tag + writeAttributes(attributes, origin);
  return withoutEnd.has(tag) ? `<${start}/>` : `<${start}>${inside}</${tag}>`;
}

function writeAttributes(attributes: Attributes | null, origin: string): string {
  return Object.entries(attributes ?? {})
    .map(([name, value]) => {
      if (!Object.hasOwn(written, name) || typeof value === "object") return "";
      const isOwn = (name === "href" || name === "src") && String(value).startsWith("/");
      return ` ${written[name]}="${escapeXml((isOwn ? origin : "") + value)}"`;
    })
    .join("");
}
