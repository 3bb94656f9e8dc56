// Settings of the local API: tokens, and permissions of MCP clients.

import { z } from 'zod';
import { defineMethod, id, nothing } from '../../protocol/method.ts';
import { type ApiInfo, type ApiToken, maxTokenName, mcpPermissions } from './access.ts';
import { scopes } from './operations.ts';

export type ApiAccessEvent = { type: 'api.changed'; info: ApiInfo };

export const apiMethods = {
  'api.info': defineMethod<ApiInfo>()('none', nothing),
  /** Returns the token's secret, which is not stored and cannot be shown again. */
  'api.addToken': defineMethod<{ token: ApiToken; secret: string }>()(
    'app',
    z.object({
      name: z.string().trim().min(1).max(maxTokenName),
      scopes: z.array(z.enum(scopes)).min(1),
      days: z.number().int().min(1).max(3650).nullable().default(null),
    }),
  ),
  /** Closes its connections. */
  'api.revokeToken': defineMethod<ApiInfo>()('app', z.object({ id })),
  /** An empty list removes the client. */
  'api.allowClient': defineMethod<ApiInfo>()(
    'app',
    z.object({ name: z.string().min(1).max(200), allowed: z.array(z.enum(mcpPermissions)) }),
  ),
} as const;
