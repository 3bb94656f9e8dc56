// diagnostics.*: the doctor, the log files and the problem report.

import type { Result } from '../../../shared/core/errors.ts';
import { ok } from '../../../shared/core/errors.ts';
import { toUserTextData } from '../../../shared/core/sentence.ts';
import type { diagnosticsMethods } from '../../../shared/features/diagnostics/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { SearchWait } from '../../ports/search.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import type { WorktreeService } from '../worktrees/worktreeService.ts';
import { createDiagnostics, type Diagnostics } from './diagnostics.ts';

declare module '../appParts.ts' {
  interface AppParts {
    keepsSecrets(): Promise<boolean>;
    endLeftovers(): Promise<void>;
    reindex(wait: SearchWait): Promise<Result<unknown>>;
    worktrees: WorktreeService;
  }
}

export const diagnosticsFeature = defineFeature<typeof diagnosticsMethods>()({ create: createDiagnostics, handlers });

function handlers(app: AppParts, diagnostics: Diagnostics): HandlersOf<typeof diagnosticsMethods> {
  return {
    'diagnostics.check': async ({ network }, { signal }) => ok(await diagnostics.check(app, { network, signal })),
    async 'diagnostics.fix'({ fix }, { signal }) {
      const done = await diagnostics.fix(app, fix, signal);
      return done.ok ? ok({ done: toUserTextData(done.value) }) : done;
    },
    'diagnostics.report': async (_nothing, { signal }) => ok({ text: await diagnostics.report(app, app.host, signal) }),
    'diagnostics.logs': async () => ok({ folder: diagnostics.logFolder }),
  };
}
