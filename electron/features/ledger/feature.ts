// ledger.*: the company's record in Postgres.

import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ledgerMethods } from '../../../shared/features/ledger/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createTeamLedger, type TeamLedger } from './ledger.ts';

declare module '../appParts.ts' {
  interface AppParts {
    teamLedger: TeamLedger;
  }
}

export const ledgerFeature = defineFeature<typeof ledgerMethods>()({
  create: (engine: Engine) => createTeamLedger(engine, engine.chatDeps.hub),
  handlers,
  publish(ledger, { feed }) {
    const ends = [
      ledger.onChange(() => void ledger.info().then((info) => feed.publish({ type: 'ledger.changed', info }))),
      ledger.follow(),
    ];
    return () => {
      for (const end of ends) end();
    };
  },
  close: (ledger) => ledger.close(),
});

function handlers(
  { feed, settings }: Pick<AppParts, 'feed' | 'settings'>,
  ledger: TeamLedger,
): HandlersOf<typeof ledgerMethods> {
  return {
    'ledger.info': async () => ok(await ledger.info()),
    async 'ledger.save'(next) {
      const saved = await ledger.save(next);
      if (saved.ok) feed.publish({ type: 'settings.changed', settings: (await settings.read()).settings });
      return saved;
    },
    'ledger.test': () =>
      ledger.reading(undefined, async (connection) => {
        const hello = await connection.hello('');
        if (!hello.ok) return hello;
        const { user, team, ledTeams, auditor, writer } = hello.value;
        return ok({ user, team, ledTeams, isAuditor: auditor, mayWrite: writer });
      }),
    'ledger.verify': (_nothing, { signal }) =>
      ledger.reading(undefined, async (connection, state) => {
        const { verifyLedger } = await import('./verify.ts');
        const verified = await verifyLedger(connection, state, { signal });
        return verified.ok && signal.aborted ? fail('CANCELLED', say`The check was stopped.`) : verified;
      }),
    'ledger.write': () => ledger.writeNow(),
    'ledger.calls': (request) =>
      ledger.reading(undefined, async (connection) => {
        const hello = await connection.hello('');
        if (!hello.ok) return hello;
        const { findCalls } = await import('./calls.ts');
        return findCalls(connection, request, hello.value);
      }),
  };
}
