// desktop.*: the desktop app's own conveniences. In a browser, the status is null and the rest is not supported.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { desktopMethods } from '../../../shared/features/desktop/methods.ts';
import type { Connection, HandlersOf } from '../../lib/protocolServer.ts';
import type { DesktopNative } from '../../ports/native.ts';
import type { AppNeeds, AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';

export const desktopFeature = defineFeature<typeof desktopMethods>()({
  create: ({ native }: Pick<AppNeeds, 'native'>) => native.desktop,
  handlers: (_app: AppParts, desktop) => handlers(desktop),
  publish(desktop, { feed, settings }) {
    if (!desktop) return () => {};
    const ends = [desktop.onEvent((event) => feed.publish(event)), followWork(desktop, feed)];
    void settings.read().then(({ settings: now }) => desktop.follow(now));
    return () => {
      for (const end of ends) end();
    };
  },
});

/** Nothing runs when the app starts, so the events are enough. */
function followWork(desktop: DesktopNative, feed: AppParts['feed']): () => void {
  const active = new Map<string, ConversationRow>();
  return feed.subscribe((_seq, event) => {
    if (event.type === 'settings.changed') desktop.follow(event.settings);
    if (event.type !== 'conversation.listed' && event.type !== 'conversation.unlisted') return;
    const id = event.type === 'conversation.listed' ? event.row.id : event.conversationId;
    const row = event.type === 'conversation.listed' && event.row.activity !== 'idle' ? event.row : null;
    if (row === null && !active.has(id)) return;
    if (row) active.set(id, row);
    else active.delete(id);
    desktop.work([...active.values()]);
  });
}

const notQuick = fail('NOT_SUPPORTED', say`Only the quick window can do this, while you are in it.`);
const unsupported = fail('NOT_SUPPORTED', say`Only the desktop app can do this.`);

function handlers(desktop: DesktopNative | null): HandlersOf<typeof desktopMethods> {
  /** Screens and clipboards hold what is meant for other apps, so a page sees them only where the user is asking. */
  async function capturing<T>(
    caller: Pick<Connection, 'mayCapture'>,
    work: (from: DesktopNative) => Promise<T>,
  ): Promise<Result<T>> {
    if (!desktop) return unsupported;
    return caller.mayCapture() ? ok(await work(desktop)) : notQuick;
  }
  return {
    // Another device has none of them.
    'desktop.status': async (_params, { device }) => ok({ status: device ? null : (desktop?.status() ?? null) }),
    async 'desktop.describe'(description, { id, keep }) {
      if (!desktop) return unsupported;
      keep('desktop.describe', () => desktop.disconnected(id));
      return ok({ requests: desktop.describe(description, id) });
    },
    'desktop.sources': (_params, caller) => capturing(caller, (from) => from.sources()),
    'desktop.capture': ({ sourceId }, caller) =>
      capturing(caller, async (from) => ({ image: await from.capture(sourceId) })),
    'desktop.selection': (_params, caller) => capturing(caller, (from) => from.selection()),
    async 'desktop.quick'({ open }) {
      if (!desktop) return unsupported;
      desktop.quick(open);
      return ok({});
    },
    async 'desktop.resizeQuick'({ large }) {
      if (!desktop) return unsupported;
      desktop.resizeQuick(large);
      return ok({});
    },
    async 'desktop.show'({ conversationId }) {
      if (!desktop) return unsupported;
      desktop.ask({ what: 'show', conversationId });
      return ok({});
    },
    async 'desktop.newWindow'() {
      if (!desktop) return unsupported;
      desktop.newWindow();
      return ok({});
    },
  };
}
