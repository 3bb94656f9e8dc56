// Customizations: commands, skills, prompts and agents from files.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { customizationMethods } from '../../../shared/features/customizations/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Platform } from '../../platform.ts';
import type { CustomizationScope, Customizations } from '../../ports/customizations.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createCustomizations } from './customizations.ts';
import { acceptedFolders, pluginFolders } from './definitionFolders.ts';

declare module '../appParts.ts' {
  interface AppParts {
    customizations: Customizations;
  }
}

export const customizationsFeature = defineFeature<typeof customizationMethods>()({
  create: ({ acceptedItems, installedPlugins, dataDir, home, env, readSettings, sandbox }: Platform) =>
    createCustomizations({
      dataDir,
      home,
      claude: env.CLAUDE_CONFIG_DIR || null,
      others: async () => (await readSettings()).otherProgramsFiles,
      ofTeams: () => acceptedFolders(acceptedItems),
      ofPlugins: () => pluginFolders(installedPlugins),
      isUnchecked: sandbox.isUnchecked,
    }),
  handlers: customizationHandlers,
  publish: (customizations, { feed }) =>
    customizations.onChange(() => {
      feed.publish({ type: 'customizations.changed' });
      feed.publish({ type: 'slash.changed' });
    }),
  close: (customizations) => customizations.close(),
});

/** customization.*: commands, skills, prompts and agents from files. */
function customizationHandlers(deps: AppParts): HandlersOf<typeof customizationMethods> {
  async function placeOf(projectId: string | null): Promise<Result<CustomizationScope>> {
    if (projectId === null) return ok({ folder: null, trusted: false });
    const project = await deps.store.getProject(projectId);
    if (!project.ok) return project;
    const { folder, folderExists, trusted } = project.value;
    return ok({ folder: folderExists ? folder : null, trusted });
  }

  return {
    async 'customization.list'({ projectId }) {
      const place = await placeOf(projectId);
      return place.ok ? ok(await deps.customizations.list(place.value)) : place;
    },

    async 'customization.read'({ projectId, id }) {
      const place = await placeOf(projectId);
      return place.ok ? deps.customizations.read(place.value, id) : place;
    },

    'customization.save': ({ kind, name, text, version }) => deps.customizations.save(kind, name, text, version),

    async 'customization.remove'({ kind, name, version }) {
      const removed = await deps.customizations.remove(kind, name, version);
      return removed.ok ? ok({}) : removed;
    },
  };
}
