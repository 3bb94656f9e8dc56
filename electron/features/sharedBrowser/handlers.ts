// sharedBrowser.*: the switch, which is confirmed outside of the window.

import { ok } from '../../../shared/core/errors.ts';
import type { sharedBrowserMethods } from '../../../shared/features/sharedBrowser/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { sharedBrowserPower } from './powers.ts';

export function sharedBrowserHandlers(deps: AppParts): HandlersOf<typeof sharedBrowserMethods> {
  const { sharedBrowser: browser, settings, confirm, feed } = deps;
  return {
    'sharedBrowser.info': async () => ok(await browser.info()),

    async 'sharedBrowser.set'({ on, program: wish, headless }) {
      const { sharedBrowser: before } = (await settings.read()).settings;
      let program = wish;
      if (on) {
        const chosen = await browser.programOf({ program });
        if (!chosen.ok) return chosen;
        // Pinned: another program that is installed later was not confirmed.
        program = chosen.value.path;
        const isConfirmed = before.on && before.program === program;
        const allowed = isConfirmed ? ok(undefined) : confirm.require(sharedBrowserPower(program));
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
  };
}
