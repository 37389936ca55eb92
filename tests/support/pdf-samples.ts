/** Small PDFs of which each needs something of its reader. */

type Part = { dictionary: string; stream?: Buffer };

/** The first object is the catalogue. */
function pdfOf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const starts: number[] = [];
  let at = pieces[0]!.length;
  const add = (piece: Buffer | string) => {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    at += bytes.length;
  };
  for (const [index, { dictionary, stream }] of parts.entries()) {
    starts.push(at);
    add(`${index + 1} 0 obj\n`);
    if (stream === undefined) add(`<<${dictionary}>>`);
    else {
      add(`<<${dictionary}/Length ${stream.length}>>\nstream\n`);
      add(stream);
      add("\nendstream");
    }
    add("\nendobj\n");
  }
  const table = at;
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  add(`xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer<</Size ${parts.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`);
  return Buffer.concat(pieces);
}

type Page = { content: string; resources: string; more?: readonly Part[]; catalogue?: string };

/** @param pages of 200 by 200; all show the same */
function pagesOf({ content, resources, more = [], catalogue = "" }: Page, pages = 1): Buffer {
  const first = 5 + more.length;
  const kids = Array.from({ length: pages }, (_, at) => `${first + at} 0 R`).join(" ");
  return pdfOf([
    { dictionary: `/Type/Catalog/Pages 2 0 R${catalogue}` },
    { dictionary: `/Type/Pages/Kids[${kids}]/Count ${pages}` },
    { dictionary: "", stream: Buffer.from(content) },
    { dictionary: resources },
    ...more,
    ...Array.from({ length: pages }, () => ({
      dictionary: "/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 3 0 R/Resources 4 0 R",
    })),
  ]);
}

const helvetica = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";

export function textPdf(words: string, pages = 1): Buffer {
  return pagesOf(
    { content: `BT /F 24 Tf 20 100 Td (${words}) Tj ET`, resources: helvetica },
    pages,
  );
}

/** Most of it is nothing that its page shows. */
export function largePdf(words: string, bytes: number): Buffer {
  const more = [{ dictionary: "", stream: Buffer.alloc(bytes, 7) }];
  return pagesOf({
    content: `BT /F 24 Tf 20 100 Td (${words}) Tj ET`,
    resources: helvetica,
    more,
  });
}

/** Runs when it is opened, where a reader runs anything. */
export function scriptPdf(script: string): Buffer {
  return pagesOf({
    content: "BT /F 24 Tf 20 100 Td (scripted) Tj ET",
    resources: helvetica,
    catalogue: `/OpenAction<</S/JavaScript/JS(${script})>>/AA<</WC<</S/JavaScript/JS(${script})>>>>`,
  });
}

/** Its font is not in it, nor what its letters mean. */
export function japanesePdf(words: string): Buffer {
  const letters = Buffer.from(words, "utf16le").swap16().toString("hex");
  return pagesOf({
    content: `BT /F 40 Tf 20 100 Td <${letters}> Tj ET`,
    resources: "/Font<</F 5 0 R>>",
    more: [
      {
        dictionary:
          "/Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UTF16-H/DescendantFonts[6 0 R]",
      },
      {
        dictionary:
          "/Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3" +
          "/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R",
      },
      {
        dictionary:
          "/Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 6/ItalicAngle 0/Ascent 723/Descent -241" +
          "/CapHeight 709/StemV 69/FontBBox[-123 -257 1001 910]",
      },
    ],
  });
}

/** The whole page is one picture. */
function picturePdf(dictionary: string, stream: Buffer): Buffer {
  return pagesOf({
    content: "q 200 0 0 200 0 0 cm /I Do Q",
    resources: "/XObject<</I 5 0 R>>",
    more: [{ dictionary: `/Type/XObject/Subtype/Image${dictionary}`, stream }],
  });
}

/** 16 by 16, all of it red: rgb(200, 30, 30). */
const redCodestream =
  "/0//UQAvAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAAQEAAH/XAAEQED/ZAAlAAFDcmVhdGVk" +
  "IGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAABgAAH/k8+0ZBQAXK/0x7A3AAAAAGEhL9rEQAAAwkJf/3/PtGARUFSv30hKf4AAAAAB" +
  "hIS/aPAAAAMJCX/PtGARUFSv30hKf4AAAAABhIS/aPAAAAMJCX//2Q==";

export function jpeg2000Pdf(): Buffer {
  return picturePdf(
    "/Width 16/Height 16/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/JPXDecode",
    Buffer.from(redCodestream, "base64"),
  );
}

/** 8 by 8, all of it black, as a scanner packs it: one region in the code of fax machines (T.6). */
export function jbig2Pdf(): Buffer {
  const [white0, black8, same] = ["00110101", "000101", "11"];
  const end = "000000000001".repeat(2);
  const bits = `001${white0}${black8}${same.repeat(7)}${end}`;
  const rows = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
  const size = [0, 0, 0, 8, 0, 0, 0, 8];
  const pageInfo = [...size, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const region = [...size, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, ...rows];
  const segment = (number: number, kind: number, data: number[]) => [
    0,
    0,
    0,
    number,
    kind,
    0,
    1,
    0,
    0,
    0,
    data.length,
    ...data,
  ];
  const stream = Buffer.from([...segment(0, 48, pageInfo), ...segment(1, 38, region)]);
  return picturePdf(
    "/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode",
    stream,
  );
}
