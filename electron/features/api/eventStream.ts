// `/api/v1/events`: what happens in conversations, over a WebSocket. Each event has a cursor; a client that reconnects with
// its last one receives what it missed, or an event that reports a gap.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ApiEvent } from '../../../shared/client/types.ts';
import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { ConversationHub } from '../../chat/conversationHub.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { ApiAccess } from './access.ts';
import { type Admissions, innerCallerId, missingScope } from './admission.ts';
import { apiPrefix } from './apiRoute.ts';
import type { Caller } from './operationsOf.ts';
import { approvalView, errorView, messageView } from './views.ts';

const eventProtocol = 'throughline.v1';

const maxEvents = 2000;
const maxSockets = 16;
/** A client that reads slower loses its connection, and continues with its cursor. */
const maxBacklogBytes = 8_000_000;
const checkMs = 2000;
const policyViolation = 1008;
const tryAgainLater = 1013;
/** A client only listens. */
const maxFrameBytes = 1024;

interface RecentEvent {
  seq: number;
  conversationId: string;
  event: ConversationEvent;
}

type EventBody = ApiEvent extends infer Each ? (Each extends unknown ? Omit<Each, 'cursor'> : never) : never;

export interface EventStream {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void;
  close(): void;
}

export function createEventStream(parts: {
  hub: Pick<ConversationHub, 'subscribe'>;
  admissions: Admissions;
  access: Pick<ApiAccess, 'isValid'>;
  mask: SecretMask;
}): EventStream {
  const epoch = randomBytes(6).toString('hex');
  const recent: RecentEvent[] = [];
  let seq = 0;
  const sockets = new Set<{ send(one: RecentEvent): void; check(): void; end(): void }>();
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    handleProtocols: (protocols) => (protocols.has(eventProtocol) ? eventProtocol : false),
  });
  /** A secret may arrive in pieces. By conversation, while a reply streams. */
  const replies = new Map<string, ReturnType<SecretMask['stream']>>();

  /** Pieces of a reply are only sent as they arrive: the message follows. */
  function sendPiece(conversationId: string, text: string): void {
    if (text === '') return;
    for (const socket of sockets) socket.send({ seq, conversationId, event: { type: 'reply.delta', text } });
  }

  const unsubscribe = parts.hub.subscribe(null, (conversationId, _seq, event) => {
    if (event.type === 'reply.delta') {
      if (!event.text) return;
      const reply = replies.get(conversationId) ?? parts.mask.stream();
      replies.set(conversationId, reply);
      return sendPiece(conversationId, reply.add(event.text));
    }
    if (bodyOf(conversationId, event, false) === null) return;
    if (endsReply(event)) {
      sendPiece(conversationId, replies.get(conversationId)?.end() ?? '');
      replies.delete(conversationId);
    }
    const one = { seq: ++seq, conversationId, event };
    recent.push(one);
    if (recent.length > maxEvents) recent.shift();
    for (const socket of sockets) socket.send(one);
  });
  const checking = setInterval(() => {
    for (const socket of sockets) socket.check();
  }, checkMs);
  checking.unref();

  function attach(connection: WebSocket, caller: Caller, query: URLSearchParams): void {
    const only = query.get('conversation');
    const withCalls = caller.scopes.has('calls:read');
    let sending: Promise<void> = Promise.resolve();
    const isInner = caller.id === innerCallerId;

    const put = (body: EventBody, at: number): void => {
      if (connection.readyState !== connection.OPEN) return;
      if (connection.bufferedAmount > maxBacklogBytes) connection.close(tryAgainLater, 'too slow');
      else connection.send(JSON.stringify(maskDeep(parts.mask, { cursor: `${epoch}.${at}`, ...body })));
    };
    const check = async (): Promise<boolean> => {
      if (isInner || (await parts.access.isValid(caller.id))) return true;
      connection.close(policyViolation, 'revoked');
      return false;
    };
    const one = {
      send({ seq: at, conversationId, event }: RecentEvent) {
        if (only !== null && conversationId !== only) return;
        const body = bodyOf(conversationId, event, withCalls);
        if (body === null) return;
        sending = sending.then(async () => {
          if (await check()) put(body, at);
        });
      },
      check: () => void check(),
      end: () => connection.terminate(),
    };
    const after = query.get('after');
    if (after !== null) {
      const [earlierEpoch, number] = after.split('.');
      const from = earlierEpoch === epoch ? Number(number) : Number.NaN;
      const oldest = recent[0]?.seq ?? seq + 1;
      const isComplete = Number.isInteger(from) && from >= oldest - 1 && from <= seq;
      if (!isComplete) put({ type: 'gap', conversationId: null }, seq);
      else for (const earlier of recent.filter((each) => each.seq > from)) one.send(earlier);
    }
    sockets.add(one);
    connection.on('error', () => connection.terminate());
    connection.once('close', () => sockets.delete(one));
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): Promise<void> {
    const admitted = await parts.admissions.admit(request);
    if (!admitted.ok) return endRaw(socket, admitted.problem.status);
    const { caller } = admitted;
    if (path !== `${apiPrefix}/events`) return endRaw(socket, 404);
    if (!caller.scopes.has('history:read')) return endRaw(socket, missingScope('history:read').status);
    if (sockets.size >= maxSockets) return endRaw(socket, 503);
    const query = new URLSearchParams(request.url?.split('?', 2)[1] ?? '');
    server.handleUpgrade(request, socket, head, (connection) => attach(connection, caller, query));
  }

  return {
    upgrade: (request, socket, head, path) => {
      upgrade(request, socket, head, path).catch(() => socket.destroy());
    },
    close() {
      unsubscribe();
      clearInterval(checking);
      for (const socket of sockets) socket.end();
    },
  };
}

function endsReply({ type }: ConversationEvent): boolean {
  return type === 'message.appended' || type === 'run.ended' || type === 'conversation.removed';
}

/** Null: not an event of the API. */
function bodyOf(conversationId: string, event: ConversationEvent, withCalls: boolean): EventBody | null {
  switch (event.type) {
    case 'message.appended':
      return { type: 'message', conversationId, message: messageView(event.message, withCalls) };
    case 'reply.delta':
      return event.text ? { type: 'text', conversationId, text: event.text } : null;
    case 'run.started':
      return { type: 'run.started', conversationId };
    case 'run.ended':
      return {
        type: 'run.ended',
        conversationId,
        end: event.end,
        error: event.error ? errorView(event.error) : null,
      };
    case 'call.waiting':
      return { type: 'waiting', conversationId, approval: approvalView(event.approval, withCalls) };
    case 'call.answered':
      return { type: 'answered', conversationId, messageId: event.messageId, index: event.index };
    case 'conversation.removed':
      return { type: 'removed', conversationId };
    default:
      return null;
  }
}

function endRaw(socket: Duplex, status: number): void {
  if (!socket.writable) return void socket.destroy();
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} \r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
