/** More than fits: what pages must bear without being ugly. As `documents import` reads it. */
import { toFirestoreFields } from "#lib/firestore-value.ts";

export const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter";
export const long = `${longWord} and then some more words until the line is surely full, and one after it`;

function document(path: string, data: Record<string, unknown>) {
  return { path, fields: toFirestoreFields(data) };
}

export const oddTitles = [
  long,
  "مشروع بعنوان باللغة العربية",
  "東京の小さな時計店のための予約と在庫の仕組み",
  longWord,
  "A",
];

const projects = Array.from({ length: 500 }, (_, at) =>
  document(`projects/p${at}`, {
    slug: `project-${at}`,
    title: oddTitles[at] ?? `Project ${at}`,
    summary: at % 7 === 3 ? "" : `${long} ${at}.`,
    tags: Array.from({ length: at % 9 }, (_tag, tag) =>
      tag === 8 ? longWord.slice(0, 60) : `tag ${tag + at}`,
    ),
    stack: Array.from({ length: at === 0 ? 24 : 2 }, (_part, part) => `Part ${part}`),
    links: [{ label: long.slice(0, 120), url: `https://example.com/${"path/".repeat(30)}` }],
    body: {
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: long.repeat(6) }] }],
    },
    ...(at % 3 === 0 && {
      cover: { src: `/sample/missing-${at}.jpg`, alt: long, width: 1600, height: 1000 },
    }),
    startDate: "2019",
    featured: at < 12,
    hidden: false,
    order: String(at).padStart(4, "0"),
  }),
);

const certificates = Array.from({ length: 120 }, (_, at) =>
  document(`certificates/c${at}`, {
    title: oddTitles[at] ?? `Certificate ${at}`,
    issuer: at === 0 ? longWord : `Issuer ${at % 30}`,
    issueDate: `${1990 + (at % 36)}-02-03`,
    ...(at % 2 === 0 && { expiryDate: "2020-01-01" }),
    credentialId: at === 0 ? "0123456789".repeat(12) : `id ${at}`,
    credentialUrl: "https://example.com/check",
    description: at % 3 === 0 ? long.repeat(3) : "",
    skills: Array.from({ length: at % 12 }, (_skill, skill) => `skill ${skill}`),
    ...(at % 4 === 0 && {
      image: { src: `/sample/missing-${at}.jpg`, alt: long, width: 1200, height: 850 },
    }),
    hidden: false,
  }),
);

const place = { name: long, address: long, city: longWord, country: "DE", latitude: 53.7 };

const foodPosts = Array.from({ length: 300 }, (_, at) =>
  document(`foodPosts/f${at}`, {
    slug: `post-${at}`,
    title: oddTitles[at] ?? `Post ${at}`,
    summary: at % 7 === 3 ? "" : `${long} ${at}.`,
    tags: Array.from({ length: at % 9 }, (_tag, tag) => `tag ${tag + at}`),
    dishes: Array.from({ length: at === 0 ? 30 : 2 }, (_dish, dish) => `dish ${dish}`),
    ...(at % 2 === 0 && { place: { ...place, longitude: at / 2 - 75 } }),
    ...(at % 3 === 0 && { rating: 0.5 + (at % 10) / 2, again: "maybe", rank: `a${at + 100}` }),
    ...(at % 5 === 0 && { pricePerPerson: { minor: 100_000_000, currency: "IDR" } }),
    ...(at % 4 === 0 && {
      cover: { src: `/sample/missing-${at}.jpg`, alt: long, width: 1600, height: 1000 },
    }),
    body: {
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: long.repeat(6) }] }],
    },
    hidden: false,
  }),
);

const wishes = Array.from({ length: 300 }, (_, at) =>
  document(`foodWishlist/w${at}`, {
    title: oddTitles[at] ?? `Wish ${at}`,
    status: ["want", "planned", "visited"][at % 3],
    priority: ["high", "normal", "low"][at % 3],
    ...(at % 2 === 0 && { place: { ...place, longitude: at / 2 - 75 } }),
    closedOn: at === 0 ? ["monday", "tuesday", "wednesday", "thursday", "friday"] : [],
    notes: at % 4 === 0 ? `${long}\n${long}` : "",
    tags: Array.from({ length: at % 6 }, (_tag, tag) => `tag ${tag}`),
    source: { label: long.slice(0, 120), url: `https://example.com/${"path/".repeat(30)}` },
    ...(at % 3 === 2 && { postId: `f${at}` }),
    hidden: false,
  }),
);

/** Longer than a screen, with a line that is wider than one. */
const longCode = Array.from(
  { length: 400 },
  (_, at) => `    if steps[${at}] > ${at}: return "${at === 7 ? long.repeat(3) : at}"  # ${at}`,
).join("\n");

const problems = Array.from({ length: 300 }, (_, at) =>
  document(`problems/q${at}`, {
    title: oddTitles[at] ?? `Problem ${at}`,
    link: `https://leetcode.com/problems/problem-${at}/`,
    ...(at % 4 !== 3 && { number: at * 100 + 1 }),
    ...(at % 5 !== 4 && { difficulty: ["easy", "medium", "hard"][at % 3] }),
    categories: Array.from({ length: at === 0 ? 30 : at % 5 }, (_tag, tag) =>
      tag === 4 ? longWord.slice(0, 60) : `Category ${tag + (at % 40)}`,
    ),
    solutions: Array.from({ length: at === 0 ? 6 : at % 3 }, (_solution, one) => ({
      language: ["python3", "golang", longWord.slice(0, 60), "python3", "go", "rust"][one],
      code: one === 0 && at === 0 ? longCode : `fn f${one}() {}\n`,
      ...(one !== 2 && { label: one === 0 ? long.slice(0, 120) : `Way ${one}` }),
      time: "O(n log n)",
      space: longWord.slice(0, 60),
      note: one === 0 ? `${long.repeat(4)}\n${oddTitles[1]}` : "",
      solvedOn: "2024-01-02",
    })),
  }),
);

const user = "wolfeschlegelsteinhausenbergerdorffs-39";
const fetchedAt = new Date().toISOString();
const years = Array.from({ length: 18 }, (_, at) => ({
  year: 2026 - at,
  total: 123_456,
  days: Array.from({ length: at === 0 ? 326 : 365 }, (_day, day) => (day * day * (at + 3)) % 17),
}));
const repositories = Array.from({ length: 12 }, (_, at) => ({
  name: at === 0 ? longWord : `repository-${at}`,
  url: `https://github.com/${at === 2 ? "somebody-else" : user}/${at === 0 ? longWord : `r${at}`}`,
  description: at % 4 === 3 ? "" : (oddTitles[at] ?? long).repeat(3),
  language: "TypeScript",
  stars: 123_456,
  forks: 12_345,
  topics: Array.from({ length: 12 }, (_topic, topic) => `topic-${topic}-${longWord}`.slice(0, 60)),
  pushedAt: fetchedAt,
}));

const snapshots = [
  document("snapshots/github", {
    login: user,
    name: longWord,
    bio: long.repeat(3),
    company: long,
    location: longWord,
    url: `https://github.com/${user}`,
    followers: 1_234_567,
    following: 0,
    repositories: 4321,
    since: "2009-01-01T00:00:00Z",
    years,
    isPrivateCounted: true,
    languages: Array.from({ length: 12 }, (_, at) => ({
      name: at === 0 ? longWord : `Language ${at}`,
      share: at === 0 ? 0.45 : 0.05,
    })),
    pinned: repositories.slice(0, 6),
    recent: repositories.slice(6),
    activity: Array.from({ length: 30 }, (_, at) => ({
      at: fetchedAt,
      text: `Opened a pull request in ${at === 0 ? longWord : `repository-${at}`}`,
      url: `https://github.com/${user}/r${at}`,
    })),
    fetchedAt,
  }),
  document("snapshots/leetcode", {
    username: user,
    ranking: 5_123_456,
    all: { solved: 2345, total: 3273 },
    easy: { solved: 823, total: 823 },
    medium: { solved: 1400, total: 1717 },
    hard: { solved: 122, total: 733 },
    years,
    streak: 365,
    activeDays: 5000,
    languages: Array.from({ length: 24 }, (_, at) => ({
      name: at === 0 ? longWord : `Language ${at}`,
      solved: 1000 - at,
    })),
    topics: Array.from({ length: 71 }, (_, at) => ({
      name: at === 0 ? longWord : `Topic ${at}`,
      level: "advanced",
      solved: 500 - at,
    })),
    contest: {
      rating: 3123.4,
      attended: 312,
      topPercentage: 0.01,
      globalRanking: 123_456,
      history: Array.from({ length: 312 }, (_, at) => ({
        title: at === 0 ? longWord : `Weekly Contest ${at}`,
        at: fetchedAt,
        rating: 1500 + ((at * 37) % 900),
        ranking: 20_000 - at,
      })),
    },
    recent: Array.from({ length: 20 }, (_, at) => ({
      title: oddTitles[at] ?? `Problem ${at}`,
      slug: `problem-${at}`,
      language: "python3",
      at: fetchedAt,
    })),
    fetchedAt,
  }),
];

export const overfullDocuments = [
  ...foodPosts,
  ...wishes,
  ...problems,
  ...snapshots,
  ...projects,
  ...certificates,
  document("site/settings", {
    accent: "#ffe600",
    announcement: { text: `${long} ${long} ${long}`.slice(0, 300), url: "https://example.com/" },
    indexable: true,
  }),
  document("site/profile", {
    tagline: long.repeat(2),
    now: Array.from({ length: 20 }, () => long),
    values: Array.from({ length: 12 }, () => ({ title: long, text: long.repeat(4) })),
    uses: Array.from({ length: 9 }, () => ({ title: longWord, items: [long, longWord, "one"] })),
    photo: { src: "/sample/missing.jpg", alt: long, width: 800, height: 1000 },
    story: {
      type: "doc",
      content: oddTitles.map((text) => ({
        type: "paragraph",
        content: [{ type: "text", text: text.repeat(8) }],
      })),
    },
  }),
];

export const overfullResume = {
  basics: {
    name: `Maximiliane-Theodora ${longWord}`,
    label: long,
    email: `${longWord.toLowerCase().replace("ä", "a")}@example.com`,
    phone: "+49 40 0000 000000000000000",
    url: `https://example.com/${"long/".repeat(20)}`,
    summary: long.repeat(8),
    location: { city: longWord, countryCode: "DE" },
    profiles: [
      ...Array.from({ length: 14 }, (_, at) => ({
        network: at === 3 ? longWord : `Network ${at}`,
        username: at % 2 === 0 ? longWord : "me",
        url: `https://example.com/${at}`,
      })),
      { network: "GitHub", username: user },
      { network: "LeetCode", username: user },
    ],
  },
  work: Array.from({ length: 30 }, (_, at) => ({
    name: at === 0 ? longWord : `Company ${at}`,
    position: long,
    startDate: "1999-01",
    endDate: "2001-02",
    summary: long.repeat(2),
    highlights: Array.from({ length: 12 }, () => long),
  })),
  skills: Array.from({ length: 40 }, (_, at) => ({
    name: at === 0 ? longWord : `Skill ${at}`,
    keywords: Array.from({ length: 15 }, (_word, word) => `word ${word}`),
  })),
};
