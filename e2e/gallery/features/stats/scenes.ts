// Statistics of a conversation.

import { ok } from '../../../../shared/core/errors.ts';
import type { ConversationStatistics } from '../../../../shared/features/stats/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const statistics: ConversationStatistics = {
  messages: { user: 38, assistant: 412, tool: 1_204, system: 6 },
  calls: { ok: 1_131, error: 58, denied: 14, cancelled: 1, interrupted: 0, open: 2 },
  tools: [
    { name: 'read_file', count: 534 },
    { name: 'run_command', count: 311 },
    { name: 'edit_file', count: 187 },
    { name: 'mcp__harbour-database__query_the_slow_log_of_a_replica', count: 96 },
    { name: 'search_files', count: 41 },
  ],
  toolCount: 11,
  first: '2026-03-01T08:12:00Z',
  last: '2026-03-03T09:04:00Z',
  spent: {
    usd: 4.8362,
    replies: 412,
    unknown: 3,
    titles: 1,
    titlesUsd: 0.0004,
    atLeast: false,
    input: 18_204_311,
    output: 402_118,
    cached: 15_900_000,
  },
};

export const statsScenes: Record<string, () => Scene> = {
  statistics: () => ({
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    handlers: { 'stats.read': async () => ok(statistics) },
    dialog: { type: 'statistics', conversationId: 'current' },
  }),
};
