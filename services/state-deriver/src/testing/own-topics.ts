import type { Bus, Topic } from "@fleet/bus";

/** The bus under topic names of the test's own, as tests share one Kafka. Few partitions are taken sooner. */
export function withOwnTopics(bus: Bus, suffix: string, partitions: number): Bus {
  const own = <T>(topic: Topic<T>): Topic<T> => ({
    ...topic,
    name: `${topic.name}-${suffix}`,
    partitions,
  });
  return {
    append: (topic, values) => bus.append(own(topic), values),
    consume: (options) => bus.consume({ ...options, topic: own(options.topic) }),
    check: () => bus.check(),
    stop: () => bus.stop(),
  };
}
