import { expect, test } from "vitest";
import { publicDataOf } from "../../tests/support/public-data.ts";
import { everyFoundPage } from "./addresses.ts";
import { pageFacts } from "./page-facts.ts";
import { structuredData } from "./structured-data.ts";

const origin = "https://ada.example";
const data = publicDataOf({
  projects: {
    a: {
      slug: "atlas",
      title: "Atlas",
      summary: "",
      tags: ["maps"],
      stack: ["maps", "ink"],
      startDate: "2024-05",
      cover: { src: "/img/x.webp", alt: "", width: 10, height: 10 },
    },
    b: { slug: "hush", title: "Hush", summary: "", hidden: true },
  },
  certificates: {
    c: {
      title: "Welding",
      issuer: "Guild",
      issueDate: "2024-01-02",
      credentialUrl: "mailto:guild@example.com",
    },
  },
  foodPosts: {
    soup: {
      slug: "soup",
      title: "Soup",
      tags: ["Lunch"],
      place: { name: "Pot", city: "Porto", country: "PT", latitude: 41.1404, longitude: -8.6142 },
      rating: 4.5,
    },
    bread: { slug: "bread", title: "Bread", dishes: ["Rye bread"] },
  },
  foodWishlist: {
    noodles: { title: "Noodles", place: { name: "Lantern" } },
    waffles: { title: "Waffles", kind: "dish", priority: "low" },
  },
  resume: {
    basics: {
      name: "Ada",
      profiles: [
        { network: "Code", url: "https://code.example/ada" },
        { network: "Trap", url: "javascript:alert(1)" },
        { network: "Mail", url: "mailto:ada@example.com" },
      ],
    },
    work: [
      { name: "Now Ltd", url: "javascript:alert(1)", startDate: "2020" },
      { name: "Then Ltd", startDate: "2010", endDate: "2012" },
    ],
    education: [{ institution: "School", url: "https://school.example" }],
    skills: [{ name: "Drawing", keywords: ["Ink", "Drawing"] }],
  },
});

function graph(path: string, of = data) {
  return structuredData(pageFacts(path, of)!, of, origin);
}

function thing(path: string, type: string) {
  return graph(path).find((each) => each["@type"] === type);
}

test("the owner is the same person everywhere, and told whole where the page is about them", () => {
  expect(thing("/", "Person")).toEqual({
    "@type": "Person",
    "@id": "https://ada.example/#owner",
    name: "Ada",
    url: "https://ada.example/",
    sameAs: ["https://code.example/ada"],
    worksFor: [{ "@type": "Organization", name: "Now Ltd" }],
    alumniOf: [
      { "@type": "EducationalOrganization", name: "School", url: "https://school.example" },
    ],
    knowsAbout: ["Drawing", "Ink"],
  });
  expect(thing("/project/atlas", "Person")).toEqual({
    "@type": "Person",
    "@id": "https://ada.example/#owner",
    name: "Ada",
    url: "https://ada.example/",
  });
});

test("a project is a work with its place on the site", () => {
  expect(thing("/project/atlas", "CreativeWork")).toMatchObject({
    name: "Atlas",
    url: "https://ada.example/project/atlas",
    image: "https://ada.example/img/x.webp",
    keywords: "maps, ink",
    dateCreated: "2024-05",
    author: { "@id": "https://ada.example/#owner" },
  });
  const steps = thing("/project/atlas", "BreadcrumbList")?.["itemListElement"];
  expect(steps).toMatchObject([{ name: "Home" }, { name: "Projects" }, { name: "Atlas" }]);
});

test("lists name what is in them, without what is hidden", () => {
  expect(thing("/project", "CollectionPage")).toMatchObject({
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: 1,
      itemListElement: [{ position: 1, name: "Atlas", url: "https://ada.example/project/atlas" }],
    },
  });
  expect(thing("/certificates", "CollectionPage")?.["mainEntity"]).toEqual({
    "@type": "ItemList",
    numberOfItems: 1,
    itemListElement: [
      {
        "@type": "ListItem",
        position: 1,
        item: {
          "@type": "EducationalOccupationalCredential",
          name: "Welding",
          dateCreated: "2024-01-02",
          recognizedBy: { "@type": "Organization", name: "Guild" },
        },
      },
    ],
  });
});

test("every page has a type of its own, every reference leads to a thing of the graph, and nothing is empty", () => {
  for (const of of [data, publicDataOf({})]) {
    for (const path of everyFoundPage(of)) {
      const things = graph(path, of);
      const text = JSON.stringify(things);
      expect(text).not.toMatch(/"":|:""|:\[\]|:null|javascript:|Hush/);
      const ids = things.map((each) => each["@id"]);
      for (const [, id] of text.matchAll(/\{"@id":"([^"]+)"\}/g)) expect(ids, path).toContain(id);
      expect(things[0]?.["@type"], path).not.toBe("WebPage");
    }
  }
});

test("a post about a place is a review of it, and one without a place is a posting", () => {
  expect(thing("/foodblog/soup", "Review")).toMatchObject({
    name: "Soup",
    keywords: "Lunch",
    author: { "@id": "https://ada.example/#owner" },
    reviewRating: { "@type": "Rating", ratingValue: 4.5, bestRating: 5, worstRating: 0.5 },
    itemReviewed: {
      "@type": "Restaurant",
      name: "Pot",
      address: { "@type": "PostalAddress", addressLocality: "Porto", addressCountry: "PT" },
      geo: { "@type": "GeoCoordinates", latitude: 41.14, longitude: -8.614 },
    },
  });
  expect(thing("/foodblog/bread", "BlogPosting")).toMatchObject({ keywords: "Rye bread" });
});

test("the wishlist is a list of places and dishes", () => {
  expect(thing("/foodwishlist", "CollectionPage")?.["mainEntity"]).toMatchObject({
    "@type": "ItemList",
    itemListElement: [
      { position: 1, item: { "@type": "Restaurant", name: "Lantern" } },
      { position: 2, item: { "@type": "MenuItem", name: "Waffles" } },
    ],
  });
});
