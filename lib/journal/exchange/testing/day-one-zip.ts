/** ZIPs as Day One exports them, with the noise that real ones have. */
import { makeZip } from "client-zip";

type Entry = Record<string, unknown>;

/** Where nobody looks into them. */
export const photoBytes = (name: string) => new TextEncoder().encode(`JPEG of ${name}`);

export const dayOneEntries: readonly Entry[] = [
  {
    uuid: "0A1B2C3D4E5F60718293A4B5C6D7E8F9",
    creationDate: "2024-07-04T03:30:00Z",
    modifiedDate: "2024-07-05T03:30:00Z",
    timeZone: "America/New_York",
    text: "# Fireworks\\!\n\nWe saw them from the roof\\. Then\u2028home\\.\n\n![](dayone-moment://AAA111)\n\n## Later\n\n- [x] sleep\n![](dayone-moment:/video/VVV1)\n![](dayone-moment://GONE)",
    richText: '{"contents":[{"text":"Fireworks"}],"meta":{"version":1}}',
    tags: ["Family", "New York", "family"],
    starred: true,
    photos: [
      {
        identifier: "AAA111",
        md5: "aaa",
        type: "jpeg",
        width: 4000,
        height: 3000,
        orderInEntry: 0,
        date: "2024-07-04T02:00:00Z",
        filename: "IMG_1.HEIC",
        location: { latitude: 40.7, longitude: -74 },
      },
      { identifier: "BBB222", md5: "bbb", type: "png", width: "(null)", orderInEntry: 1 },
      { identifier: "GONE", md5: "gone", type: "jpeg" },
    ],
    videos: [{ identifier: "VVV1", md5: "vvv", type: "mov", duration: 3 }],
    location: {
      placeName: "350 5th Ave",
      localityName: "New York",
      administrativeArea: "NY",
      country: "United States",
      latitude: 40.7484,
      longitude: -73.9857,
      timeZoneName: "America/New_York",
    },
    weather: {
      temperatureCelsius: 27.349998,
      conditionsDescription: "Mostly Clear",
      weatherCode: "mostly-clear-night",
      relativeHumidity: 60,
    },
    userActivity: { activityName: "Stationary" },
    editingTime: 12.3,
  },
  {
    uuid: "11111111111111111111111111111111",
    creationDate: "2014-12-31T23:30:00Z",
    text: "",
    richText: JSON.stringify({
      contents: [
        { text: "A title\n", attributes: { line: { header: 1, identifier: "x" } } },
        { text: "plain * and ", attributes: {} },
        { text: "bold ", attributes: { bold: true } },
        { text: "link", attributes: { linkURL: "https://a.example/x y" } },
        { text: "\none\n", attributes: { line: { listStyle: "bulleted", indentLevel: 1 } } },
        { text: "two\n", attributes: { line: { listStyle: "bulleted", indentLevel: 2 } } },
        {
          text: "done\n",
          attributes: { line: { listStyle: "checkbox", indentLevel: 1, checked: true } },
        },
        { text: "said\n", attributes: { line: { quote: true } } },
        { text: "let x = *1*\n", attributes: { line: { codeBlock: true } } },
        { embeddedObjects: [{ type: "photo", identifier: "CCC333" }] },
        { text: "1. end" },
      ],
    }),
    isAllDay: true,
    location: { timeZoneName: "Asia/Tokyo", latitude: "(null)" },
    photos: [{ identifier: "CCC333", md5: "ccc", type: "jpeg" }],
    weather: { conditionsDescription: "Raining frogs of a kind", weatherCode: "frogs" },
  },
  {
    uuid: "22222222222222222222222222222222",
    creationDate: "2020-02-29T12:00:00Z",
    text: "No zone at all\0",
    tags: "(null)",
    weather: { conditionsDescription: "Frogs" },
  },
  { uuid: "22222222222222222222222222222222", creationDate: "2020-02-29T12:00:00Z", text: "Twice" },
  { uuid: "33333333333333333333333333333333", creationDate: "(null)", text: "When was this?" },
];

const dayOneFiles = ["photos/aaa.jpeg", "photos/bbb.png", "photos/ccc.jpeg", "videos/vvv.mov"];

export async function dayOneZip(
  entries: readonly unknown[] = dayOneEntries,
  {
    name = "Diary.json",
    files = dayOneFiles,
    bytesOf = photoBytes,
  }: { name?: string; files?: readonly string[]; bytesOf?: (path: string) => Uint8Array } = {},
): Promise<File> {
  const json = `\uFEFF${JSON.stringify({ metadata: { version: "1.0" }, entries })}`;
  const members = [
    { name, input: json },
    ...files.map((path) => ({ name: path, input: bytesOf(path) })),
    { name: "__MACOSX/._Diary.json", input: "no" },
  ];
  const blob = await new Response(makeZip(members)).blob();
  return new File([blob], "Export.zip");
}
