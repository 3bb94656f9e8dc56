// Serves the API on the host's loopback server, from when something may use it until the app closes.

import { randomBytes } from 'node:crypto';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { LocalServer } from '../../lib/localServer.ts';
import { isSame } from './access.ts';
import { createAdmissions, innerCallerId } from './admission.ts';
import { createApiRoute } from './apiRoute.ts';
import { createChatRoute } from './chatRoute.ts';
import { createEventStream } from './eventStream.ts';
import { openApiDocument } from './openApi.ts';
import { removeApiServerFile, writeApiServerFile } from './serverFile.ts';
import type { ApiService } from './service.ts';

export interface ApiServer {
  address: string;
  close(): Promise<void>;
}

export async function startApiServer(api: ApiService, localServer: LocalServer): Promise<Result<ApiServer>> {
  const secret = randomBytes(32).toString('base64url');
  const admissions = createAdmissions(api.access, api.clock, (presented) =>
    isSame(presented, secret)
      ? {
          id: innerCallerId,
          name: 'MCP',
          scopes: new Set(['history:read', 'calls:read', 'runs:start', 'runs:steer'] as const),
        }
      : null,
  );
  const events = createEventStream({ hub: api.hub, admissions, access: api.access, mask: api.mask });
  const onDefect = (operation: string, thrown: unknown): void =>
    api.log('defect', `api ${operation}: ${String(thrown)}`, 'METHOD_FAILED', { method: operation, reason: thrown });
  const unserve = localServer.serve(
    createApiRoute({
      admissions,
      operations: api.operations,
      upgrade: events.upgrade,
      openApi: openApiDocument,
      onDefect,
    }),
  );
  const unserveChat = localServer.serve(createChatRoute(api, admissions, onDefect));
  const end = (): void => {
    unserve();
    unserveChat();
    events.close();
  };
  const started = await localServer.start();
  if (!started.ok) {
    end();
    return started;
  }
  await writeApiServerFile(api.disk, api.dataDir, { address: started.value, secret });
  return ok({
    address: started.value,
    async close() {
      end();
      await removeApiServerFile(api.disk, api.dataDir);
    },
  });
}
