// The features of the window, and what they add to it: one line for each.

import { coreCommands } from './core/commands/table.ts';
import type { WindowFeature } from './core/feature.ts';
import type { Command } from './core/state/session.ts';
import { worktreesFeature } from './features/worktrees/feature.ts';

export const features: readonly WindowFeature[] = [worktreesFeature];

export const commands: readonly Command[] = [...coreCommands, ...features.flatMap((feature) => feature.commands ?? [])];
