import type { ReactNode } from "react";
import { Link } from "react-router";
import { Gallery } from "#app/parts/lightbox/gallery.tsx";
import { RichTextView } from "#app/parts/rich-text/viewer.tsx";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { FoodStyles, MapLink, Stars } from "./food-parts.tsx";
import type { ShownPlace } from "./food-place.ts";
import type { PostDetail, PostEntry } from "./post-pages.ts";

/** Sites without maps never load it. */
const PostMap = lazyPage(() => import("./post-map.tsx"));

export default function Post({ post }: { post: PostDetail }) {
  const { title, summary, cover, body, gallery, visits, related, place, previous, next } = post;
  return (
    <article>
      <FoodStyles />
      <p className="quiet trail no-print">
        <Link to="/foodblog" viewTransition>
          All posts
        </Link>
      </p>
      <div dir="auto">
        <h1>{title}</h1>
        {summary ? <p className="lead after-title">{summary}</p> : null}
      </div>
      {cover ? (
        <figure className="wide">
          <Picture className="morph" image={cover} sizes="(width < 90em) 88vw, 82rem" eager />
        </figure>
      ) : null}
      <div className="split">
        <Facts post={post} />
        {body ? (
          <div className="prose" dir="auto">
            <RichTextView doc={body} />
          </div>
        ) : null}
      </div>
      {gallery.length > 0 ? (
        <section className="part">
          <h2>Pictures</h2>
          <Gallery pictures={gallery} />
        </section>
      ) : null}
      {place?.position && post.tiles ? (
        <section className="part no-print scripted">
          <h2>Map</h2>
          <PostMap place={place} tiles={post.tiles} />
        </section>
      ) : null}
      <Entries title={`Visits to ${place?.name}`} entries={visits} />
      <Entries title="More like this" entries={related} />
      {previous || next ? (
        <nav className="pager" aria-label="More posts">
          {[previous, next].map((post, at) =>
            post ? (
              <Link key={at} to={`/foodblog/${post.slug}`} rel={at ? "next" : "prev"}>
                <span className="quiet">{at ? "Next" : "Previous"}</span> {post.title}
              </Link>
            ) : null,
          )}
        </nav>
      ) : null}
    </article>
  );
}

function Entries({ title, entries }: { title: string; entries: PostEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section className="part">
      <h2 dir="auto">{title}</h2>
      <ol className="timeline">
        {entries.map(({ slug, title: name, when, line, isThis }) => (
          <li key={slug} aria-current={isThis}>
            <span className="when">{when}</span>
            <p>
              {isThis ? <strong>{name}</strong> : <Link to={`/foodblog/${slug}`}>{name}</Link>}
              <span className="quiet">{line}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ post: { rating, facts, place, tags } }: { post: PostDetail }) {
  const all: (readonly [term: string, said: ReactNode])[] = [
    ["Rating", rating ? <Stars rating={rating} /> : null],
    ["Place", place ? <PlaceFact place={place} /> : null],
    ...facts,
    ["Tags", tags.length > 0 ? <Tags tags={tags} /> : null],
  ];
  const known = all.filter(([, said]) => Boolean(said));
  if (known.length === 0) return null;
  return (
    <aside className="facts" aria-label="Facts">
      <dl>
        {known.map(([term, said]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <ul className="inline tags">
      {tags.map((tag, at) => (
        <li key={at}>
          <Link to={`/foodblog?tag=${encodeURIComponent(tag)}`}>{tag}</Link>
        </li>
      ))}
    </ul>
  );
}

function PlaceFact({ place: { name, address, url, position } }: { place: ShownPlace }) {
  return (
    <>
      {url ? (
        <a href={url} rel="noopener noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {address ? <address className="soft">{address}</address> : null}
      {position ? (
        <p className="quiet inline">
          <span>{position.words}</span>
          <MapLink name={name} href={position.href} />
        </p>
      ) : null}
    </>
  );
}
