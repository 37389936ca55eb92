/** Who hears of what: a topic is a name. */
export type Topics<Topic extends string> = {
  subscribe: (topic: Topic, listener: () => void) => () => void;
  say(topics: Iterable<Topic>): void;
  sayAll(): void;
};

export function createTopics<Topic extends string>(): Topics<Topic> {
  const listeners = new Map<Topic, Set<() => void>>();
  function say(topics: Iterable<Topic>): void {
    for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener();
  }
  return {
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic);
      };
    },
    say,
    sayAll: () => say([...listeners.keys()]),
  };
}
