// The sessions that a running agent lists as its own.

import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { ListedAgentSession } from '../../../shared/features/externalAgents/externalAgent.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PooledAgent } from '../agentPool.ts';
import { withinTime } from '../timeLimit.ts';

const maxPages = 10;
const maxSessions = 1000;
/** For a page. */
const maxMs = 10_000;

const page = z.object({ sessions: z.array(z.unknown()), nextCursor: z.string().max(10_000).nullish().catch(null) });
const session = z.object({
  sessionId: z.string().min(1).max(1000),
  cwd: z.string().max(4096).refine(isAbsolute),
  title: z.string().nullish().catch(null),
  updatedAt: z.iso.datetime({ offset: true }).nullish().catch(null),
});

/** Empty if it cannot list, or needs a sign-in for it. */
export async function listSessions({ agent, connection }: PooledAgent, clock: Clock): Promise<ListedAgentSession[]> {
  const listed: ListedAgentSession[] = [];
  if (!connection.abilities.can.list) return listed;
  let cursor: string | null = null;
  try {
    for (let pages = 0; pages < maxPages && listed.length < maxSessions; pages++) {
      const params: object = cursor === null ? {} : { cursor };
      const answer = page.safeParse(
        await withinTime(clock, maxMs, connection.gone, (until) =>
          connection.peer.request('session/list', params, until),
        ),
      );
      if (!answer.success) break;
      for (const raw of answer.data.sessions) {
        const read = session.safeParse(raw);
        if (!read.success) continue;
        const { sessionId, cwd, title, updatedAt } = read.data;
        const shownTitle = boundedText(title ?? '', 500);
        listed.push({
          agentId: agent.definition.id,
          sessionId,
          folder: cwd,
          title: shownTitle,
          updatedAt: updatedAt ? new Date(updatedAt).toISOString() : null,
        });
      }
      const next: string | null = answer.data.nextCursor ?? null;
      if (next === null || next === cursor) break;
      cursor = next;
    }
  } catch {
    // The sessions listed so far are still valid.
  }
  return listed.slice(0, maxSessions);
}
