// app.*: the whole app in one snapshot, and the events after it.

import type { Handlers } from '../../shared/contract/server.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function appHandlers(deps: HandlerDeps): Pick<Handlers, 'app.open'> {
  return {
    async 'app.open'(_params, connection) {
      const [{ settings, notices }, providers, projects, conversations] = await Promise.all([
        deps.settings.read(),
        deps.providers.list(),
        deps.store.listProjects(),
        deps.list.rows(),
      ]);
      connection.keep(
        'app',
        deps.feed.subscribe((seq, event) => connection.publish({ conversationId: null, seq, event })),
      );
      return ok({
        seq: deps.feed.seq,
        version: deps.version,
        host: deps.host,
        settings,
        providers,
        projects,
        conversations,
        tools: deps.tools.map(({ name, kind, description }) => ({ name, kind, description })),
        startProjectId: deps.startProjectId,
        notices: [...deps.notices, ...notices],
      });
    },
  };
}
