// The settings.

import { z } from 'zod';
import { defineMethod } from '../../protocol/method.ts';
import type { Settings } from './settings.ts';

export type SettingsEvent = { type: 'settings.changed'; settings: Settings };

export const settingsMethods = {
  'settings.update': defineMethod<Settings>()('app', z.object({ patch: z.record(z.string(), z.unknown()) })),
} as const;
