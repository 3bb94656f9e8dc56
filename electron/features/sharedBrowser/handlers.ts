// sharedBrowser.*: the switch, which is confirmed outside of the window, and pointing.

import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { sharedBrowserMethods } from '../../../shared/features/sharedBrowser/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { pointInPage } from './point.ts';
import { sharedBrowserPower } from './powers.ts';

export function sharedBrowserHandlers(deps: AppParts): HandlersOf<typeof sharedBrowserMethods> {
  const { sharedBrowser: browser, settings, confirm, feed, store } = deps;
  return {
    'sharedBrowser.info': async () => ok(await browser.info()),

    async 'sharedBrowser.set'({ on, program, headless }) {
      const { sharedBrowser: before } = (await settings.read()).settings;
      if (on) {
        const wished = await browser.programOf({ program });
        if (!wished.ok) return wished;
        const isConfirmed = before.on && before.program === program;
        const allowed = isConfirmed ? ok(undefined) : confirm.require(sharedBrowserPower(wished.value.path));
        if (!allowed.ok) return allowed;
      }
      const updated = await settings.update({ sharedBrowser: { ...before, on, program, headless } });
      if (!updated.ok) return updated;
      if (!on || before.program !== program || before.headless !== headless) await browser.close();
      feed.publish({ type: 'settings.changed', settings: updated.value });
      return ok(updated.value.sharedBrowser);
    },

    async 'sharedBrowser.close'() {
      await browser.close();
      return ok({});
    },

    async 'sharedBrowser.point'({ conversationId }, connection) {
      const branch = await store.readBranch(conversationId, { tail: 1 });
      if (!branch.ok) return branch;
      const tab = await browser.pageFor({ conversationId, projectId: branch.value.projectId });
      if (!tab.ok) return tab;
      if (!browser.hasWindow()) {
        return fail(
          'NOT_SUPPORTED',
          say`The shared browser has no window to point in. Point at the screenshot instead.`,
        );
      }
      return pointInPage(tab.value, connection.signal, (bytes) => store.saveAttachment(conversationId, bytes));
    },
  };
}
