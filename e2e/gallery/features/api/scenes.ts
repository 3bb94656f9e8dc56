// The settings of the API: before anything uses it, and with tokens and clients.

import { ok } from '../../../../shared/core/errors.ts';
import type { ApiInfo } from '../../../../shared/features/api/access.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

function settings(info: ApiInfo): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    handlers: { 'api.info': async () => ok(info) },
    dialog: { type: 'settings', section: 'api' },
  };
}

const createdAt = '2026-11-20T08:12:00Z';

const inUse: ApiInfo = {
  address: 'http://127.0.0.1:4817',
  tokens: [
    {
      ...{ id: 'a1b2c3d4e5', name: 'nightly report', scopes: ['history:read', 'calls:read'], createdAt },
      ...{ expiresAt: null, lastUsedAt: '2026-11-29T08:12:00Z' },
    },
    {
      ...{ id: 'f6a7b8c9d0', name: '翻译工具', scopes: ['openai'], createdAt },
      ...{ expiresAt: '2026-11-25T08:12:00Z', lastUsedAt: null },
    },
  ],
  clients: [
    { name: 'claude-ai', allowed: ['search', 'read'], asked: ['start'], lastSeenAt: createdAt },
    {
      name: 'a-client-with-a-long-name-that-has-no-space-to-wrap-at',
      allowed: [],
      asked: ['search'],
      lastSeenAt: createdAt,
    },
  ],
};

export const apiScenes: Record<string, () => Scene> = {
  api: () => settings(inUse),
  apiEmpty: () => settings({ address: null, tokens: [], clients: [] }),
};
