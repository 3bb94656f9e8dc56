// A hooks.json with one hook, and model calls to trigger it.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HookEvent } from '../../../shared/features/hooks/hook.ts';
import type { Reply } from '../../support/fakeReply.ts';

export interface WrittenHook {
  event: HookEvent;
  command: string;
  matcher?: string;
  timeout?: number;
}

export function hooksText(hooks: readonly WrittenHook[]): string {
  const groups: Partial<Record<HookEvent, object[]>> = {};
  for (const { event, matcher, ...hook } of hooks) {
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', ...hook }] };
    groups[event] = [...(groups[event] ?? []), group];
  }
  return JSON.stringify({ hooks: groups });
}

export function writeHooks(file: string, ...hooks: WrittenHook[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, hooksText(hooks));
}

export function calling(name: string, args: unknown): Reply {
  return { calls: [{ name, arguments: JSON.stringify(args) }] };
}
