// The window's side of an app (MCP Apps 2026-01-26): JSON-RPC over messages of one frame. The app is hostile until proven
// otherwise: only these requests exist, their number is bounded, and each that leads outside is decided by the user.

const protocolVersion = '2026-01-26';
/** Requests and notifications at once, and per second. */
const burst = 40;
const perSecond = 10;
/** An app whose messages were refused this often is closed. Each second forgives one, so that bursts over hours do not. */
const maxRefused = 400;
const forgivenPerSecond = 1;
/** How long an app may take to end, in milliseconds. */
const teardownMs = 500;
const teardownId = 'teardown';
const maxTextLength = 20_000;
const maxArgumentsLength = 500_000;

export interface AppHost {
  send(message: unknown): void;
  /** For `ui/initialize`. */
  context(): Record<string, unknown>;
  /** The app is ready for the call's arguments and result. */
  onReady(): void;
  onHeight(height: number): void;
  onFlood(): void;
  /** The app asks to be closed. */
  onEnd(): void;
  /** True if the user allows it. */
  openLink(url: string): Promise<boolean>;
  /** Adds to the user's message, instead of the text that was added `before`. */
  addText(text: string, before: string | null): Promise<boolean>;
  callTool(name: string, args: string): Promise<Answer>;
  readResource(uri: string): Promise<Answer>;
  now(): number;
  /** Resolves after this time in milliseconds. */
  wait(ms: number): Promise<void>;
}

export type Answer = { ok: true; result: unknown } | { ok: false; message: string };

type Fields = Readonly<Record<string, unknown>>;

export interface AppBridge {
  receive(data: unknown): void;
  /** Lets an app that is ready end; resolves when it has, or after half a second. Nothing that it sends later counts. */
  teardown(reason: string): Promise<void>;
  /** Notifies an app that is ready. */
  contextChanged(change: Record<string, unknown>): void;
}

export function createAppBridge(host: AppHost): AppBridge {
  let tokens = burst;
  let last = host.now();
  let refused = 0;
  let isReady = false;
  let isClosed = false;
  let onTornDown: (() => void) | null = null;
  let ended: Promise<void> | null = null;
  /** Its context for the model that the user added last. */
  let context: string | null = null;

  /** Whether another message may be handled now. */
  function admits(): boolean {
    const now = host.now();
    const seconds = (now - last) / 1000;
    tokens = Math.min(burst, tokens + seconds * perSecond);
    refused = Math.max(0, refused - seconds * forgivenPerSecond);
    last = now;
    if (tokens >= 1) {
      tokens--;
      return true;
    }
    if (++refused >= maxRefused && !isClosed) {
      isClosed = true;
      host.onFlood();
    }
    return false;
  }

  async function answerTo(method: string, params: Fields): Promise<Answer> {
    switch (method) {
      case 'ui/initialize': {
        const hostInfo = { name: 'throughline', title: 'Throughline', version: '1' };
        const text = { text: {} };
        const hostCapabilities = {
          openLinks: {},
          serverTools: {},
          serverResources: {},
          message: text,
          updateModelContext: text,
        };
        return { ok: true, result: { protocolVersion, hostInfo, hostCapabilities, hostContext: host.context() } };
      }
      case 'ping':
        return { ok: true, result: {} };
      case 'ui/request-display-mode':
        return { ok: true, result: { mode: 'inline' } };
      case 'ui/open-link': {
        const { url } = params;
        const isOpened = typeof url === 'string' && (await host.openLink(url));
        return { ok: true, result: isOpened ? {} : { isError: true } };
      }
      case 'ui/message': {
        const text = textOf(params);
        const isAdded = text !== '' && (await host.addText(text, null));
        return { ok: true, result: isAdded ? {} : { isError: true } };
      }
      case 'ui/update-model-context': {
        const text = textOf(params);
        if (text === '') return invalid;
        if (!(await host.addText(text, context))) return { ok: false, message: 'The user declined.' };
        context = text;
        return { ok: true, result: {} };
      }
      case 'tools/call': {
        const args = JSON.stringify(params.arguments ?? {});
        if (typeof params.name !== 'string' || args.length > maxArgumentsLength) return invalid;
        return host.callTool(params.name, args);
      }
      case 'resources/read':
        return typeof params.uri === 'string' && params.uri.length <= 2000 ? host.readResource(params.uri) : invalid;
      default:
        return { ok: false, message: 'Method not found' };
    }
  }

  async function end(reason: string): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      onTornDown = resolve;
    });
    host.send({ jsonrpc: '2.0', id: teardownId, method: 'ui/resource-teardown', params: { reason } });
    await Promise.race([answered, host.wait(teardownMs)]);
    isClosed = true;
  }

  return {
    receive(data) {
      const message = fieldsOf(data);
      if (isClosed || message?.jsonrpc !== '2.0') return;
      if (message.id === teardownId && message.method === undefined) return onTornDown?.();
      if (typeof message.method !== 'string') return;
      if (!admits()) return;
      const { id, method } = message;
      const params = fieldsOf(message.params) ?? {};
      if (typeof id !== 'string' && typeof id !== 'number') {
        if (method === 'ui/notifications/initialized' && !isReady) {
          isReady = true;
          host.onReady();
        } else if (method === 'ui/notifications/size-changed' && isLength(params.height)) host.onHeight(params.height);
        else if (method === 'ui/notifications/request-teardown' && isReady) host.onEnd();
        return;
      }
      void answerTo(method, params)
        .catch((): Answer => ({ ok: false, message: 'Internal error' }))
        .then((answer) =>
          host.send(
            answer.ok
              ? { jsonrpc: '2.0', id, result: answer.result }
              : { jsonrpc: '2.0', id, error: { code: -32603, message: answer.message } },
          ),
        );
    },

    teardown(reason) {
      if (!isReady || isClosed) return Promise.resolve();
      ended ??= end(reason);
      return ended;
    },

    contextChanged(params) {
      if (isReady && !isClosed) host.send({ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params });
    },
  };
}

const invalid: Answer = { ok: false, message: 'Invalid params' };

/** Copies of own fields only: nothing is read through a prototype. */
function fieldsOf(data: unknown): Fields | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  return Object.assign(Object.create(null) as Record<string, unknown>, data);
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** The text of content blocks, and of structured content. */
function textOf({ content, structuredContent }: Fields): string {
  const blocks = Array.isArray(content) ? content.slice(0, 100) : [];
  const texts = blocks.map((block) => {
    const { type, text } = fieldsOf(block) ?? {};
    return type === 'text' && typeof text === 'string' ? text : '';
  });
  const structured = fieldsOf(structuredContent) ? JSON.stringify(structuredContent) : '';
  const all = [...texts, structured].filter((text) => text.trim() !== '').join('\n');
  return all.length > maxTextLength ? all.slice(0, maxTextLength) : all;
}
