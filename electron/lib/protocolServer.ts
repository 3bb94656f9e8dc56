// The contract's server: validates every frame, keeps the order that a method's lane requires, and turns every failure
// into an error with a code. It knows no methods; the table and the handlers do.

import {
  type ContractEvent,
  type MethodName,
  methods,
  type ResultOf,
  type ValidParamsOf,
} from '../../shared/contract.ts';
import { type AppError, fail, type Result, sentenceFromThrown } from '../../shared/core/errors.ts';
import { issueSentence } from '../../shared/core/issueSentence.ts';
import { say } from '../../shared/core/sentence.ts';
import type { RemoteDevice } from '../../shared/features/remote/methods.ts';
import { requestFrame, type ServerFrame, type Transport } from '../../shared/protocol/transport.ts';

/** A handler's information about its caller. */
export interface Connection {
  /** Unique per connection. */
  id: string;
  /** Aborts when the caller cancels or disconnects. */
  signal: AbortSignal;
  /** The paired device that calls; null: a window of this machine. */
  device: RemoteDevice | null;
  /** The caller may see the screen and the clipboard now. */
  mayCapture(): boolean;
  publish(event: ContractEvent): void;
  /** Runs once when the connection ends. */
  onClose(listener: () => void): void;
  /** Keeps a resource for the life of the connection; a second one with the same name disposes the first. */
  keep(name: string, dispose: () => void): void;
  release(name: string): void;
}

export type Handlers = {
  [M in MethodName]: (params: ValidParamsOf<M>, connection: Connection) => Promise<Result<ResultOf<M>>>;
};

/** The handlers of one resource, derived from its table of methods. */
export type HandlersOf<Table> = Pick<Handlers, Extract<keyof Table, MethodName>>;

/** Runs the calls of a lane one after another, across all connections. */
export interface KeyedQueue {
  run<T>(lane: string, task: () => Promise<T>): Promise<T>;
}

export interface ServerOptions {
  handlers: Handlers;
  queue: KeyedQueue;
  /** A bug in a handler, for the log; the caller gets code INTERNAL. */
  onDefect(method: string, thrown: unknown): void;
  /** Restricts a paired device; absent: a window of this machine. */
  device?: DeviceLimits;
}

export interface DeviceLimits {
  device: RemoteDevice;
  /** Why the device may not call it with these valid parameters; null: it may. */
  refusal<M extends MethodName>(method: M, params: ValidParamsOf<M>, connectionId: string): AppError | null;
  /** The event as the device may see it. */
  seen(event: ContractEvent): ContractEvent;
  /** The result as the device may see it. */
  result<M extends MethodName>(method: M, value: ResultOf<M>): ResultOf<M>;
}

/** Maximum frame length, in characters. */
export const maxFrameCharacters = 8_000_000;

const thrownOut = fail('DEVICE_REFUSED', say`This device was removed, or its rights have changed.`);

export function serve(transport: Transport, options: ServerOptions): void {
  const id = crypto.randomUUID();
  const running = new Map<number, AbortController>();
  const disposables = new Map<string, () => void>();
  const closeListeners: (() => void)[] = [];
  let closed = false;

  function send(frame: ServerFrame): void {
    transport.send(JSON.stringify(frame));
  }

  function refuse(id: number, error: AppError): void {
    send({ kind: 'response', id, ok: false, error });
  }

  function release(name: string): void {
    const dispose = disposables.get(name);
    disposables.delete(name);
    dispose?.();
  }

  function connectionFor(signal: AbortSignal): Connection {
    return {
      id,
      signal,
      device: options.device?.device ?? null,
      mayCapture: () => transport.mayCapture?.() ?? false,
      publish: (event) => send({ kind: 'event', event: options.device?.seen(event) ?? event }),
      onClose: (listener) => void closeListeners.push(listener),
      keep(name, dispose) {
        release(name);
        if (closed) dispose();
        else disposables.set(name, dispose);
      },
      release,
    };
  }

  async function answer(callId: number, name: string, params: unknown): Promise<void> {
    if (!Object.hasOwn(methods, name))
      return refuse(callId, fail('METHOD_UNKNOWN', say`There is no method named "${name}".`).error);
    if (running.has(callId)) return refuse(callId, fail('FRAME_INVALID', say`Call ${callId} is still open.`).error);
    const method = name as MethodName;
    const parsed = methods[method].params.safeParse(params ?? {});
    if (!parsed.success) return refuse(callId, paramsError(method, parsed.error.issues[0]));
    const refusal = options.device?.refusal(method, parsed.data as never, id) ?? null;
    if (refusal) return refuse(callId, refusal);
    const controller = new AbortController();
    running.set(callId, controller);
    try {
      const handler = options.handlers[method] as (params: unknown, connection: Connection) => Promise<Result<unknown>>;
      // It may have waited in its lane.
      const call = async () =>
        transport.isThrownOut?.() ? thrownOut : handler(parsed.data, connectionFor(controller.signal));
      const lane = laneOf(method, parsed.data);
      const result = await (lane === null ? call() : options.queue.run(lane, call));
      if (result.ok) {
        const value = options.device ? options.device.result(method, result.value as never) : result.value;
        send({ kind: 'response', id: callId, ok: true, result: value });
      } else refuse(callId, result.error);
    } catch (thrown) {
      options.onDefect(method, thrown);
      refuse(callId, fail('INTERNAL', say`Something went wrong inside the app: ${sentenceFromThrown(thrown)}`).error);
    } finally {
      running.delete(callId);
    }
  }

  transport.onMessage((text) => {
    const frame = readFrame(text);
    if (!frame) return refuse(-1, fail('FRAME_INVALID', say`An unknown message was rejected.`).error);
    if (frame.kind === 'cancel') running.get(frame.id)?.abort();
    else void answer(frame.id, frame.method, frame.params);
  });

  transport.onClose(() => {
    closed = true;
    for (const controller of running.values()) controller.abort();
    for (const dispose of disposables.values()) dispose();
    disposables.clear();
    for (const listener of closeListeners) listener();
  });
}

function readFrame(text: string) {
  if (text.length > maxFrameCharacters) return null;
  try {
    const parsed = requestFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function laneOf(method: MethodName, params: unknown): string | null {
  const lane = methods[method].lane;
  if (lane === 'none') return null;
  if (lane === 'app') return 'app';
  return `conversation:${(params as { conversationId: string }).conversationId}`;
}

function paramsError(method: string, issue: { path: PropertyKey[]; message: string } | undefined): AppError {
  const what = issue ? issueSentence(issue) : say`invalid parameters`;
  if (!issue || issue.path.length === 0) return fail('PARAMS_INVALID', say`${method}: ${what}`).error;
  return fail('PARAMS_INVALID', say`${method} (${issue.path.join('.')}): ${what}`).error;
}
