// settings.*: each change takes effect at once and is sent to every window.

import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { settingsMethods } from '../../../shared/features/settings/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { allToolsPower } from '../dangerousPowers.ts';
import { defineFeature } from '../feature.ts';
import { publishProviders } from '../publishProviders.ts';

export const settingsFeature = defineFeature<typeof settingsMethods>()({ handlers });

function handlers(deps: AppParts): HandlersOf<typeof settingsMethods> {
  return {
    async 'settings.update'({ patch }) {
      if (Object.hasOwn(patch, 'providers')) {
        return fail(
          'SETTINGS_INVALID',
          say`Providers must be saved one at a time with provider.save. Nothing was changed.`,
        );
      }
      if (Object.hasOwn(patch, 'editor')) {
        return fail(
          'SETTINGS_INVALID',
          say`The editor must be chosen with editor.open or editor.setCommand. Nothing was changed.`,
        );
      }
      if (Object.hasOwn(patch, 'sharedBrowser')) {
        return fail(
          'SETTINGS_INVALID',
          say`The shared browser must be set up with sharedBrowser.set. Nothing was changed.`,
        );
      }
      if (patch.approvalMode === 'all' && (await deps.settings.read()).settings.approvalMode !== 'all') {
        const confirmed = deps.confirm.require(allToolsPower(null));
        if (!confirmed.ok) return confirmed;
      }
      const updated = await deps.settings.update(patch);
      if (!updated.ok) return updated;
      if (Object.hasOwn(patch, 'traces')) await deps.traces.settingsChanged();
      await publishProviders(deps);
      for (const conversationId of deps.hub.liveIds()) await deps.hub.publishMeta(conversationId, null);
      return updated;
    },
  };
}
