import { setTimeout as sleep } from 'node:timers/promises';
import { type Subscription, subscribe } from '../../test/support/graphql.ts';

const EVENTS = `subscription Events($after: String) { events(after: $after) { cursor } }`;

/** Follows a project's events, and goes on from the last one after a loss of the connection. */
export type Subscriber = {
  /** The cursor of each event, as they came. */
  seen(): string[];
  connections(): number;
  stop(): Promise<void>;
};

export function startSubscriber(url: string, key: string, start: string): Subscriber {
  const seen: string[] = [];
  let live: Subscription;
  let connections = 0;
  let isStopped = false;
  const take = () => {
    for (const data of live.received.splice(0)) {
      if (data.events) seen.push(data.events.cursor);
    }
  };
  const follow = async () => {
    while (!isStopped) {
      live = subscribe(url, key, EVENTS, { after: seen.at(-1) ?? start });
      connections += 1;
      await live.ended;
      await live.stop();
      take();
      if (!isStopped) await sleep(500);
    }
  };
  const following = follow();
  return {
    seen: () => {
      take();
      return seen;
    },
    connections: () => connections,
    stop: async () => {
      isStopped = true;
      await live.stop();
      await following;
    },
  };
}
