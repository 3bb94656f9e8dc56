// app.*: a snapshot of the whole app, and later events.

import { ok } from '../../../shared/core/errors.ts';
import { toUserTextData } from '../../../shared/core/sentence.ts';
import { refusedTo } from '../../../shared/features/remote/needs.ts';
import type { appMethods } from '../../../shared/features/start/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';

export const startFeature = defineFeature<typeof appMethods>()({ handlers });

function handlers(deps: AppParts): HandlersOf<typeof appMethods> {
  return {
    async 'app.open'({ first }, connection) {
      // Later events carry whole values, so one already in the snapshot does no harm.
      const { seq } = deps.feed;
      connection.keep(
        'app',
        deps.feed.subscribe((number, event) => connection.publish({ conversationId: null, seq: number, event })),
      );
      const [{ settings, notices }, providers, projects, firstRows, rulesProblem, unsent] = await Promise.all([
        deps.settings.read(),
        deps.providers.list(),
        deps.projects.list(),
        first && deps.list.firstRows(first.also),
        deps.permissions.problem(),
        deps.unsent.read(),
      ]);
      const syncAlert = deps.sync.live.alert();
      const runsElsewhere = deps.sync.runs.list();
      return ok({
        seq,
        version: deps.version,
        host: deps.host,
        settings,
        providers,
        projects,
        conversations: firstRows ?? (await deps.list.rows()),
        ...(firstRows ? { more: true as const } : {}),
        tools: deps.tools.map(({ name, kind, description }) => ({ name, kind, description })),
        startProjectId: deps.startProjectId,
        start: deps.start,
        notices: [...notices, ...(rulesProblem === null ? [] : [rulesProblem])].map(toUserTextData),
        // They are for a window of this machine, which takes them once.
        news: connection.device === null ? deps.notices.take() : [],
        ...(connection.device && {
          device: { right: connection.device.right, refused: refusedTo(connection.device.right) },
        }),
        // Texts of this machine's windows.
        ...(unsent && connection.device === null && { unsent }),
        ...(syncAlert && { syncAlert }),
        ...(runsElsewhere && { runsElsewhere }),
      });
    },
  };
}
