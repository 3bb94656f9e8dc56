// Language servers of the user: problems in files that the model has just changed.

import { ok } from '../../../shared/core/errors.ts';
import type { languageServersMethods } from '../../../shared/features/languageServers/methods.ts';
import type { Platform } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { createLanguageServers } from './languageServers.ts';

export const languageServersFeature = defineFeature<typeof languageServersMethods>()({
  create: ({ clock, env, journal, sandbox, readSettings }: Platform) =>
    createLanguageServers({ clock, env, journal, sandbox, settings: readSettings }),
  handlers: (_app, servers) => ({ 'languageServers.list': async () => ok(await servers.installed()) }),
  close: (servers) => servers.close(),
});
