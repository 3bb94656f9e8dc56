// api.json in the data folder: the API's tokens, hashed, and what each MCP client may do. Several processes change it, so
// each change happens under a lock, and each check reads the file if it has changed.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import {
  type ApiToken,
  type McpClient,
  type McpPermission,
  maxTokenName,
  maxTokens,
  mcpPermissions,
} from '../../../shared/features/api/access.ts';
import { type Scope, scopes } from '../../../shared/features/api/operations.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason } from '../../stores/files/disk.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';
import { withLock } from '../../stores/locks/locks.ts';
import type { Caller } from './operationsOf.ts';

/** The secret mask has its form, too (electron/lib/secretPatterns.ts). */
const tokenForm = /^tlk_([a-z0-9]{10})_([A-Za-z0-9_-]{43})$/;
const usedEveryMs = 60_000;
const maxClients = 100;
const fileName = 'api.json';

const tokenSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** SHA-256 of the secret, Base64url. */
  hash: z.string(),
  scopes: z.array(z.string()).transform((list) => scopes.filter((scope) => list.includes(scope))),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});

const permissionList = z
  .array(z.string())
  .default([])
  .transform((list) => mcpPermissions.filter((one) => list.includes(one)));

const schema = z.looseObject({
  v: z.literal(1),
  tokens: z
    .array(z.unknown())
    .default([])
    .transform((list) => list.flatMap((each) => tokenSchema.safeParse(each).data ?? [])),
  clients: z
    .record(z.string(), z.object({ allowed: permissionList, asked: permissionList, lastSeenAt: z.string() }))
    .default({}),
});

type AccessFile = z.infer<typeof schema>;
type StoredToken = AccessFile['tokens'][number];

export interface ApiAccess {
  list(): Promise<{ tokens: ApiToken[]; clients: McpClient[] }>;
  /** Whether anything may use the API: without that, no server starts. */
  isUsed(): Promise<boolean>;
  addToken(token: {
    name: string;
    scopes: readonly Scope[];
    days: number | null;
  }): Promise<Result<{ token: ApiToken; secret: string }>>;
  /** By ID or name. */
  revokeToken(idOrName: string): Promise<Result<ApiToken>>;
  /** Null: unknown, revoked or expired. */
  callerOf(secret: string): Promise<Caller | null>;
  /** Whether the caller's token still counts. */
  isValid(callerId: string): Promise<boolean>;
  /** Permissions of an MCP client. Notes what it asked for and may not do. */
  clientMay(name: string, permission: McpPermission): Promise<boolean>;
  allowClient(name: string, allowed: readonly McpPermission[]): Promise<Result<void>>;
}

export interface AccessDeps {
  dataDir: string;
  disk: Disk;
  clock: Clock;
}

export function createApiAccess({ dataDir, disk, clock }: AccessDeps): ApiAccess {
  const path = join(dataDir, fileName);
  const files = createJsonFiles(disk, () => clock.now());
  const { locks } = createDataFolder(dataDir, disk);
  const queue = createKeyedQueue();
  const read = () => files.read<AccessFile>(path, schema, () => ({ v: 1, tokens: [], clients: {} }), fileName);
  const nowText = () => clock.now().toISOString();

  /** Null from `edit`: nothing to write. */
  function change<T>(edit: (file: AccessFile) => Result<{ file: AccessFile | null; value: T }>): Promise<Result<T>> {
    return queue.run('', async () => {
      try {
        await makeFolder(disk, locks, dataDir);
      } catch (thrown) {
        return fail(
          'STORE_WRITE_FAILED',
          say`${path} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
        );
      }
      const lock = { folder: locks, name: fileName, purpose: say`changing who may use the API`, clock };
      return withLock(lock, 'DATA_FOLDER_BUSY', async () => {
        const current = await read();
        if (current.unread !== undefined)
          return fail('STORE_READ_FAILED', say`${path} could not be read: ${current.unread}.`);
        const edited = edit(current.value);
        if (!edited.ok) return edited;
        const { file, value } = edited.value;
        if (file === null) return ok(value);
        const written = await files.write(path, file, { synced: true, unreadable: current.notice !== null });
        return written.ok ? ok(value) : written;
      });
    });
  }

  const isExpired = ({ expiresAt }: StoredToken): boolean => expiresAt !== null && expiresAt <= nowText();

  function noteUse(id: string): void {
    const at = nowText();
    void change((file) => {
      const tokens = file.tokens.map((token) => (token.id === id ? { ...token, lastUsedAt: at } : token));
      return ok({ file: { ...file, tokens }, value: undefined });
    });
  }

  return {
    async list() {
      const { value } = await read();
      const clients = Object.entries(value.clients).map(([name, client]) => ({ name, ...client }));
      return { tokens: value.tokens.map(visibleToken), clients };
    },

    async isUsed() {
      const { tokens, clients } = (await read()).value;
      const starts = ({ allowed }: { allowed: readonly McpPermission[] }) =>
        allowed.includes('start') || allowed.includes('continue');
      return tokens.some((token) => !isExpired(token)) || Object.values(clients).some(starts);
    },

    addToken: ({ name, scopes: wanted, days }) => {
      const secretPart = randomBytes(32).toString('base64url');
      const id = randomBytes(16).toString('hex').slice(0, 10);
      const secret = `tlk_${id}_${secretPart}`;
      return change((file) => {
        const label = name.trim();
        if (label === '' || label.length > maxTokenName)
          return fail('PARAMS_INVALID', say`A token needs a name of 1 to ${maxTokenName} characters.`);
        if (wanted.length === 0) return fail('PARAMS_INVALID', say`A token needs at least one scope.`);
        if (file.tokens.some((token) => token.name === label))
          return fail('PARAMS_INVALID', say`There is already a token named “${label}”. Revoke it first.`);
        if (file.tokens.length >= maxTokens)
          return fail('PARAMS_INVALID', say`There are already ${maxTokens} tokens. Revoke one first.`);
        const expires = days === null ? null : new Date(clock.now().getTime() + days * 86_400_000).toISOString();
        const token: StoredToken = {
          id,
          name: label,
          hash: hashOf(secret),
          scopes: scopes.filter((scope) => wanted.includes(scope)),
          createdAt: nowText(),
          expiresAt: expires,
          lastUsedAt: null,
        };
        return ok({
          file: { ...file, tokens: [...file.tokens, token] },
          value: { token: visibleToken(token), secret },
        });
      });
    },

    revokeToken: (idOrName) =>
      change((file) => {
        const token = file.tokens.find(({ id, name }) => id === idOrName || name === idOrName);
        if (!token) return fail('PARAMS_INVALID', say`There is no token “${idOrName}”.`);
        const tokens = file.tokens.filter((one) => one !== token);
        return ok({ file: { ...file, tokens }, value: visibleToken(token) });
      }),

    async callerOf(secret) {
      const [, id] = tokenForm.exec(secret) ?? [];
      const token = (await read()).value.tokens.find((one) => one.id === id);
      if (!token || !isSame(hashOf(secret), token.hash) || isExpired(token)) return null;
      const lastUsed = token.lastUsedAt === null ? 0 : Date.parse(token.lastUsedAt);
      if (clock.now().getTime() - lastUsed >= usedEveryMs) noteUse(token.id);
      return { id: token.id, name: token.name, scopes: new Set(token.scopes) };
    },

    async isValid(callerId) {
      return (await read()).value.tokens.some((token) => token.id === callerId && !isExpired(token));
    },

    async clientMay(name, permission) {
      const current = clientIn((await read()).value, name);
      if (current?.allowed.includes(permission)) return true;
      if (current?.asked.includes(permission)) return false;
      await change((file) => {
        const client = clientIn(file, name);
        // Any app can report any number of names.
        if (!client && Object.keys(file.clients).length >= maxClients) return ok({ file: null, value: undefined });
        const { allowed, asked }: Pick<McpClient, 'allowed' | 'asked'> = client ?? { allowed: [], asked: [] };
        const all = mcpPermissions.filter((one) => one === permission || asked.includes(one));
        const clients = { ...file.clients, [name]: { allowed, asked: all, lastSeenAt: nowText() } };
        return ok({ file: { ...file, clients }, value: undefined });
      });
      return false;
    },

    allowClient: (name, allowed) =>
      change((file) => {
        const client = clientIn(file, name);
        const { [name]: _replaced, ...others } = file.clients;
        if (allowed.length === 0) return ok({ file: { ...file, clients: others }, value: undefined });
        const next = {
          allowed: mcpPermissions.filter((one) => allowed.includes(one)),
          asked: (client?.asked ?? []).filter((one) => !allowed.includes(one)),
          lastSeenAt: client?.lastSeenAt ?? nowText(),
        };
        return ok({ file: { ...file, clients: { ...others, [name]: next } }, value: undefined });
      }),
  };
}

function clientIn({ clients }: AccessFile, name: string): AccessFile['clients'][string] | null {
  return Object.hasOwn(clients, name) ? (clients[name] ?? null) : null;
}

function visibleToken({ id, name, scopes: list, createdAt, expiresAt, lastUsedAt }: StoredToken): ApiToken {
  return { id, name, scopes: list, createdAt, expiresAt, lastUsedAt };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
