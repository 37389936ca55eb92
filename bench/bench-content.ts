/** What the bench's finished site says. */

const names = [
  "Harbour lights",
  "Orchard ledger",
  "Slow trains",
  "The reading room",
  "Paper weather",
  "Night bus",
  "Common ground",
  "Field recorder",
  "A shelf of one’s own",
  "Salt and bread",
  "Small hours radio",
  "Lantern",
];

const sentences = [
  "It began as a favour for a neighbour and grew by one question at a time.",
  "The first version was a spreadsheet that three people were afraid of.",
  "Everything that can be worked out is worked out, and everything else is asked once.",
  "It runs on the machine that was there anyway, and has done so for four winters.",
  "Most of the work went into what it does not do.",
  "When it is wrong it says so, with the figures it used, so that somebody can put it right.",
];

function paragraph(seed: number) {
  const text = Array.from({ length: 4 }, (_, at) => sentences[(seed + at) % sentences.length]);
  return { type: "paragraph", content: [{ type: "text", text: text.join(" ") }] };
}

function heading(text: string) {
  return { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text }] };
}

function list(...items: string[]) {
  const content = items.map((text) => ({
    type: "listItem",
    content: [{ type: "paragraph", content: [{ type: "text", text }] }],
  }));
  return { type: "bulletList", content };
}

export const projects = names.map((title, at) => ({
  slug: title
    .toLowerCase()
    .replaceAll("’", "")
    .replaceAll(/[^a-z]+/g, "-"),
  title,
  summary: `${sentences[at % sentences.length]} ${sentences[(at + 2) % sentences.length]}`,
  body: {
    type: "doc",
    content: [
      paragraph(at),
      heading("How it works"),
      paragraph(at + 1),
      list("One process and one file", "A page that prints", "A log that people read"),
      heading("What I would do again"),
      paragraph(at + 2),
      paragraph(at + 3),
    ],
  },
  tags: [["web", "maps"], ["print"], ["sound", "web"], ["hardware"]][at % 4],
  stack: ["TypeScript", "SQLite", at % 2 === 0 ? "Rust" : "Web Audio"],
  links: [{ label: "Source", url: `https://code.example.com/${at}` }],
  startDate: `${2014 + at}-03`,
  ...(at < 9 && { endDate: `${2015 + at}-10` }),
  featured: at % 4 === 0,
}));

export const certificates = Array.from({ length: 8 }, (_, at) => ({
  title: ["Cartography", "Accessible documents", "Sound on stage", "Statistics"][at % 4]!,
  issuer: ["Open Institute", "Guild of Printers"][at % 2]!,
  issueDate: `${2017 + at}-06-1${at}`,
  skills: [["maps"], ["print", "web"], ["sound"], ["data"]][at % 4],
  credentialId: `OI-${1000 + at}`,
  credentialUrl: `https://institute.example.com/check/${1000 + at}`,
}));

export const profile = {
  tagline: "I make quiet tools for places with opening hours.",
  story: {
    type: "doc",
    content: [paragraph(0), paragraph(2), heading("Before that"), paragraph(4)],
  },
  now: ["Drawing the third edition of the harbour map", "Learning to splice rope"],
  values: ["Mendable", "Plain", "Finished"].map((title, at) => ({ title, text: sentences[at]! })),
  uses: [{ title: "Desk", items: ["One screen", "A soft pencil", "A paper calendar"] }],
};

export const resume = {
  basics: {
    name: "Nora Vestergaard",
    label: "Designer of tools",
    email: "nora@example.com",
    url: "https://nora.example.com",
    summary: sentences.slice(0, 3).join(" "),
    location: { city: "Aarhus", countryCode: "DK" },
    profiles: [
      { network: "Code", username: "nora", url: "https://code.example.com/nora" },
      { network: "Notes", username: "nora", url: "https://notes.example.com/nora" },
    ],
  },
  work: Array.from({ length: 4 }, (_, at) => ({
    name: ["Harbour Office", "Map House", "Radio North", "Printers’ Yard"][at],
    position: "Designer and engineer",
    startDate: `${2012 + at * 3}-02`,
    ...(at < 3 && { endDate: `${2014 + at * 3}-12` }),
    summary: sentences[at],
    highlights: sentences.slice(at % 3, (at % 3) + 3),
  })),
  education: [
    {
      institution: "School of Design, Kolding",
      area: "Interaction",
      studyType: "MA",
      startDate: "2007",
      endDate: "2012",
    },
  ],
  skills: ["Design", "Engineering", "Print"].map((name) => ({
    name,
    keywords: ["type", "maps", "prototypes", "teaching"],
  })),
  languages: ["Danish", "English", "German"].map((language) => ({ language, fluency: "fluent" })),
};
