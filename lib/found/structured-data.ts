/**
 * What a page shows, as JSON-LD in the words of https://schema.org: objects of one graph, joined by their `@id`.
 * Lists are cut: they are for finding the pages, and each page says the rest itself.
 */
import type { PublicCertificate } from "../documents/certificate.ts";
import type { PublicFoodPost } from "../documents/food-post.ts";
import type { PublicProject } from "../documents/project.ts";
import { problemHref } from "../leetcode/problem-files.ts";
import { pageAt } from "../pages.ts";
import type { PublicData } from "../server-backend.ts";
import { itemAt, isItemPage } from "./addresses.ts";
import { restaurant, review, wished } from "./food-things.ts";
import type { PageFacts } from "./page-facts.ts";
import { known, owner, ownerId, ownerInBrief, webAddress } from "./person.ts";
import type { Thing } from "./person.ts";

const mostListed = 50;

export function structuredData(facts: PageFacts, data: PublicData, origin: string): Thing[] {
  const { path } = facts;
  const things = isItemPage(path) ? item(facts, data, origin) : [page(facts, data, origin)];
  const isAboutOwner = ["/", "/about", "/resume"].includes(path);
  const person = isAboutOwner ? owner(data, origin) : ownerInBrief(data, origin);
  return [...things, website(data, origin), ...(person === undefined ? [] : [person])];
}

function website(data: PublicData, origin: string): Thing {
  const { resume } = data;
  return known({
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    url: `${origin}/`,
    name: resume?.basics?.name || new URL(origin).host,
    inLanguage: "en",
    publisher: reference(data, origin),
  });
}

const pageTypes: Record<string, string> = {
  "/": "ProfilePage",
  "/about": "AboutPage",
  "/resume": "ProfilePage",
  "/contact": "ContactPage",
  "/github": "ProfilePage",
  "/project": "CollectionPage",
  "/certificates": "CollectionPage",
  "/foodblog": "CollectionPage",
  "/foodwishlist": "CollectionPage",
  "/leetcode": "CollectionPage",
  "/blockstacker": "ItemPage",
  "/snake-game": "ItemPage",
  "/space-raiders": "ItemPage",
  "/fruit-ninja": "ItemPage",
};

function page(
  { path, title, description, lastModified }: PageFacts,
  data: PublicData,
  origin: string,
): Thing {
  const url = origin + path;
  return known({
    "@type": pageTypes[path] ?? "WebPage",
    "@id": url,
    url,
    name: title,
    description,
    dateModified: lastModified,
    isPartOf: { "@id": `${origin}/#website` },
    mainEntity:
      pageTypes[path] === "ItemPage"
        ? game(title, description, url)
        : (list(path, data, origin) ?? reference(data, origin)),
  });
}

function game(name: string, description: string, url: string): Thing {
  return known({
    "@type": "VideoGame",
    name,
    description,
    url,
    gamePlatform: "Web browser",
    playMode: "https://schema.org/SinglePlayer",
  });
}

function list(
  path: string,
  { projects, certificates, foodPosts, foodWishlist, problems }: PublicData,
  origin: string,
): Thing | undefined {
  if (path === "/project" || path === "/foodblog") {
    const items: readonly { slug: string; title: string }[] =
      path === "/project" ? projects : foodPosts;
    return itemList(items, ({ slug, title }) => ({
      url: `${origin}${path}/${slug}`,
      name: title,
    }));
  }
  if (path === "/foodwishlist") {
    return itemList(foodWishlist, (wish) => ({ item: wished(wish, origin) }));
  }
  if (path === "/leetcode") {
    return itemList(problems, ({ id, title }) => ({ url: origin + problemHref(id), name: title }));
  }
  if (path === "/certificates") {
    return itemList(certificates, (certificate) => ({ item: credential(certificate, origin) }));
  }
  return undefined;
}

function itemList<Item>(items: readonly Item[], entry: (item: Item) => object): Thing {
  return known({
    "@type": "ItemList",
    numberOfItems: items.length,
    itemListElement: items
      .slice(0, mostListed)
      .map((item, at) => ({ "@type": "ListItem", position: at + 1, ...entry(item) })),
  });
}

function credential(certificate: PublicCertificate, origin: string): Thing {
  const { title, description, issuer, issueDate, expiryDate, credentialId } = certificate;
  return known({
    "@type": "EducationalOccupationalCredential",
    name: title,
    description,
    url: webAddress(certificate.credentialUrl),
    image: certificate.image && origin + certificate.image.src,
    identifier: credentialId,
    dateCreated: issueDate,
    expires: expiryDate,
    recognizedBy: issuer ? { "@type": "Organization", name: issuer } : undefined,
    competencyRequired: certificate.skills,
  });
}

function item(facts: PageFacts, data: PublicData, origin: string): Thing[] {
  const found = itemAt(facts.path, data);
  if (found === undefined) return [];
  const { title, cover, createTime, updateTime } = found;
  const url = origin + facts.path;
  const work = known({
    ...("stack" in found ? creativeWork(found) : writing(found)),
    "@id": url,
    url,
    name: title,
    description: facts.description,
    image: cover && origin + cover.src,
    datePublished: createTime,
    dateModified: updateTime,
    author: reference(data, origin),
    isPartOf: { "@id": `${origin}/#website` },
  });
  return [work, breadcrumbs(facts, origin)];
}

function creativeWork({ tags, stack, startDate }: PublicProject): Thing {
  return {
    "@type": "CreativeWork",
    keywords: [...new Set([...tags, ...stack])].join(", "),
    dateCreated: startDate,
  };
}

function writing({ tags, dishes, place, rating }: PublicFoodPost): Thing {
  const keywords = [...new Set([...tags, ...dishes])].join(", ");
  return place === undefined
    ? { "@type": "BlogPosting", keywords }
    : { ...review(restaurant(place), rating), keywords };
}

function breadcrumbs({ path, title }: PageFacts, origin: string): Thing {
  const above = pageAt(path.slice(0, path.lastIndexOf("/")));
  const steps = [
    ["Home", "/"],
    [above.title, above.path],
    [title, path],
  ] as const;
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, to], at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: origin + to,
    })),
  };
}

function reference(data: PublicData, origin: string): { "@id": string } | undefined {
  return ownerInBrief(data, origin) && { "@id": ownerId(origin) };
}
