/** The sign-in configuration by paths: `{"signIn.anonymous.enabled": true}` is `{signIn: {anonymous: {enabled: true}}}`. */
import type { AuthConfig, DatabaseJson } from "#lib/server-backend.ts";

export function nestedConfig(values: Readonly<Record<string, DatabaseJson>>): AuthConfig {
  const config: AuthConfig = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let place = config;
    for (const name of names) {
      const below = Object.hasOwn(place, name) ? place[name] : undefined;
      const next = isMap(below) ? below : {};
      define(place, name, next);
      place = next;
    }
    define(place, last, value);
  }
  return config;
}

/** The other way round, in the order of the names. Lists and empty maps are values. */
export function flatConfig(config: AuthConfig): [path: string, value: DatabaseJson][] {
  return Object.entries(config)
    .flatMap(([name, value]): [string, DatabaseJson][] =>
      isMap(value) && Object.keys(value).length > 0
        ? flatConfig(value).map(([path, inner]) => [`${name}.${path}`, inner])
        : [[name, value]],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Also `__proto__` is only a name. */
function define(place: AuthConfig, name: string, value: DatabaseJson): void {
  Object.defineProperty(place, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function isMap(value: DatabaseJson | undefined): value is AuthConfig {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
