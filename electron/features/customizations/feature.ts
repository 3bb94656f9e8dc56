// Customizations: commands, skills, prompts and agents from files.

import type { customizationMethods } from '../../../shared/features/customizations/methods.ts';
import type { Platform } from '../../platform.ts';
import type { Customizations } from '../../ports/customizations.ts';
import { defineFeature } from '../feature.ts';
import { createCustomizations } from './customizations.ts';
import { customizationHandlers } from './handlers.ts';

declare module '../appParts.ts' {
  interface AppParts {
    customizations: Customizations;
  }
}

export const customizationsFeature = defineFeature<typeof customizationMethods>()({
  create: ({ dataDir, home, env, readSettings, sandbox }: Platform) =>
    createCustomizations({
      dataDir,
      home,
      claude: env.CLAUDE_CONFIG_DIR || null,
      others: async () => (await readSettings()).otherProgramsFiles,
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
