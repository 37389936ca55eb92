import type { ContactPageData } from "./contact.server.ts";
import { ContactForm } from "./contact-form.tsx";

export default function Contact({ data }: { data: ContactPageData }) {
  const { ways, hasCard } = data;
  return (
    <>
      <h1>Contact</h1>
      <p className="lead after-title">Write a few lines, and the answer comes by mail.</p>
      <div className="contact">
        <ContactForm data={data} />
        {ways.length > 0 ? (
          <section className="ways" aria-label="Other ways">
            <dl>
              {ways.map(({ label, links }) => (
                <div key={label}>
                  <dt className="label">{label}</dt>
                  {links.map(({ text, url }, at) => (
                    <dd key={at}>
                      {url ? (
                        <a
                          href={url}
                          rel={label === "Elsewhere" ? "me noopener noreferrer" : undefined}
                        >
                          {text}
                        </a>
                      ) : (
                        text
                      )}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
            {hasCard ? (
              <p>
                <a href="/contact.vcf">Save as a contact</a>
              </p>
            ) : null}
          </section>
        ) : null}
      </div>
    </>
  );
}
