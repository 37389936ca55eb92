import { memo, useDeferredValue, useMemo, useRef } from "react";
import type { ChangeEvent } from "react";
import { Link, useViewTransitionState } from "react-router";
import { Picture } from "#app/ui/picture.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { filterPosts } from "./filter-posts.ts";
import type { PostCard, PostListData } from "./post-pages.ts";
import { FoodStyles, Stars } from "./food-parts.tsx";

const unfiltered = { words: "", tag: "", stars: "", sort: "" };

export default function Blog({ data: { posts, tags, isFailed } }: { data: PostListData }) {
  const [filter, setFilter] = useQueryFilter(unfiltered);
  const search = useRef<HTMLInputElement>(null);
  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    setFilter({ ...filter, [target.name]: target.value });
  const { words, tag, stars, sort } = filter;
  const found = useMemo(
    () => filterPosts(posts, { words, tag, stars, sort }),
    [posts, words, tag, stars, sort],
  );
  const isCompared = posts.some(({ taste }) => taste !== undefined);

  return (
    <>
      <FoodStyles />
      <h1>Food blog</h1>
      {posts.length === 0 ? (
        <p className="lead after-title">
          {isFailed ? (
            "The posts cannot be shown just now. Try again in a moment."
          ) : (
            <>
              Nothing has been written here yet. What is to be tried is on the{" "}
              <Link to="/foodwishlist">wishlist</Link>.
            </>
          )}
        </p>
      ) : (
        <>
          <search className="scripted">
            <form className="filters" onSubmit={(event) => event.preventDefault()}>
              <label>
                Search
                <input
                  ref={search}
                  type="search"
                  name="words"
                  autoComplete="off"
                  value={words}
                  onChange={change}
                />
              </label>
              <label>
                Tag
                <select name="tag" value={tag} onChange={change}>
                  <option value="">All tags</option>
                  {tags.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </label>
              <label>
                Rating
                <select name="stars" value={stars} onChange={change}>
                  <option value="">Any rating</option>
                  <option value="4.5">4.5 stars and more</option>
                  <option value="4">4 stars and more</option>
                  <option value="3">3 stars and more</option>
                </select>
              </label>
              <label>
                Order
                <select name="sort" value={sort} onChange={change}>
                  <option value="">Last visit first</option>
                  <option value="rating">Best rating first</option>
                  {isCompared ? <option value="taste">By taste</option> : null}
                  <option value="title">By title</option>
                </select>
              </label>
              <output className="quiet">
                {found.length || "No"} {found.length === 1 ? "post" : "posts"}
              </output>
            </form>
          </search>
          {found.length > 0 ? (
            <Cards posts={found} />
          ) : (
            <div className="nothing">
              <p className="lead">No post matches. Try fewer words, another tag or fewer stars.</p>
              <button
                type="button"
                onClick={() => {
                  setFilter(unfiltered);
                  search.current?.focus();
                }}
              >
                Clear filters
              </button>
            </div>
          )}
          <p className="trail after-title no-print">
            <a href="/foodblog/feed.xml">Follow by feed</a>
          </p>
        </>
      )}
    </>
  );
}

/** What is typed is seen at once; of many posts the list follows when there is time. */
function Cards({ posts }: { posts: PostCard[] }) {
  const shown = useDeferredValue(posts);
  return useMemo(
    () => (
      <ul className="cards">
        {shown.map((post, at) => (
          <Card key={post.slug} post={post} isFirst={at === 0} />
        ))}
      </ul>
    ),
    [shown],
  );
}

const Card = memo(function Card({ post, isFirst }: { post: PostCard; isFirst: boolean }) {
  const { slug, title, summary, facts, rating, cover } = post;
  const path = `/foodblog/${slug}`;
  const initial = /./su.exec(title)?.[0];
  const morphs = useViewTransitionState(path);
  return (
    <li className="card" dir="auto">
      {cover ? (
        <Picture
          className={morphs ? "cover morph" : "cover"}
          image={{ ...cover, alt: "" }}
          initial={initial}
          sizes={isFirst ? "(width < 56em) 88vw, 53rem" : "(width < 44em) 88vw, 26rem"}
          eager={isFirst}
        />
      ) : (
        <div className="cover" data-initial={initial} />
      )}
      <div>
        <h2>
          <Link to={path} viewTransition>
            {title}
          </Link>
        </h2>
        {rating ? (
          <p className="quiet">
            <Stars rating={rating} />
          </p>
        ) : null}
        <p className="summary">{summary}</p>
        <p className="quiet">{facts.join(" · ")}</p>
      </div>
    </li>
  );
});
