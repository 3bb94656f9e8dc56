// Plugins: installing what extends the app.

import type { pluginMethods } from '../../../shared/features/plugins/methods.ts';
import type { Platform } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { createDroppedFiles } from './droppedFile.ts';
import { pluginHandlers } from './handlers.ts';
import type { Plugins, PluginsService } from './plugins.ts';

export const pluginsFeature = defineFeature<typeof pluginMethods>()({
  create,
  handlers: ({ confirm, native }, plugins) => pluginHandlers({ plugins, confirm, native }),
  publish: (plugins, { feed }) =>
    plugins.onChange(() => {
      feed.publish({ type: 'plugins.changed' });
      feed.publish({ type: 'customizations.changed' });
      feed.publish({ type: 'slash.changed' });
    }),
  close: (plugins) => plugins.close(),
});

function create({
  installedPlugins: installed,
  options,
  clock,
  env,
  ids,
  readOnly,
  ...platform
}: Platform): PluginsService {
  let loaded: Promise<Plugins> | null = null;

  async function load(): Promise<Plugins> {
    const { createPlugins } = await import('./plugins.ts');
    const { home, version, keychain } = platform;
    return createPlugins({
      ...{ installed, clock, environment: env, ids, readOnly, guards: options.pluginGuards },
      ...{ home, version, keychain },
    });
  }

  const loading = (): Promise<Plugins> => {
    loaded ??= load();
    return loaded;
  };

  return {
    load: loading,
    dropped: createDroppedFiles(platform.dataDir, loading),
    onChange: installed.onChange,
    async close() {
      await (await loaded)?.close();
    },
  };
}
