// What goes on at once, as the host tells it while the page is open.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Activity } from '../../../shared/features/activity/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';

interface ActivityView {
  /** By conversation; null: not known yet. */
  activities: ReadonlyMap<string, Activity> | null;
}

export interface ActivityStore {
  store: StoreApi<ActivityView>;
  /** Follows until the returned function is called. */
  watch(): () => void;
}

export function createActivityStore(connection: Connection): ActivityStore {
  const store = createStore<ActivityView>(() => ({ activities: null }));

  async function load(): Promise<void> {
    const answer = await connection.call('activity.open', {});
    if (!answer.ok) return;
    store.setState({ activities: new Map(answer.value.activities.map((one) => [one.conversationId, one])) });
  }

  return {
    store,
    watch() {
      const ends = [
        connection.onEvent(({ conversationId, event }) => {
          const { activities } = store.getState();
          if (conversationId !== null || event.type !== 'activity.changed' || !activities) return;
          const next = new Map(activities);
          for (const id of event.gone) next.delete(id);
          for (const changed of event.changed) next.set(changed.conversationId, changed);
          store.setState({ activities: next });
        }),
        connection.onOpen(() => void load()),
      ];
      void load();
      return () => {
        for (const end of ends) end();
        void connection.call('activity.close', {});
      };
    },
  };
}
