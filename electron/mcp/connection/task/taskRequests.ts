// Sends requests about a task. They have no side effects, or may be repeated, so a lost connection is made again.

import { type Client, type RequestOptions, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { errorSentence } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { boundedText } from '../../../lib/boundedText.ts';
import { classifyCallFault } from '../callFault.ts';
import type { ServerConnection } from '../serverConnection.ts';
import { TaskProblem, type TaskRef } from './taskState.ts';

export interface TaskConnection {
  connection: Pick<ServerConnection, 'client' | 'isAlive' | 'lost' | 'ready'>;
  signal: AbortSignal;
  /** Timeout of a single request. */
  requestMs: number;
}

const maxAttempts = 5;

/** Throws a `TaskProblem` with the server's answer, or when the server cannot be reached. */
export async function askAboutTask<T>(
  task: TaskRef,
  { connection, signal, requestMs }: TaskConnection,
  ask: (client: Client, options: RequestOptions) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    // Waits for the next attempt to connect after a failure.
    const client = await connection.client(signal);
    signal.throwIfAborted();
    if (!client.ok) {
      if (attempt < maxAttempts) continue;
      throw new TaskProblem(say`it is not available: ${errorSentence(client.error)}`);
    }
    try {
      return await ask(client.value, { signal, timeout: requestMs, ...taskHeaders(task) });
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      const timedOut = thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout;
      const fault = classifyCallFault(thrown, client.value.transport?.sessionId !== undefined);
      if (fault.kind === 'sign_in') {
        await connection.lost(client.value, say`it requires sign-in`);
        await connection.ready({ now: true });
        throw new TaskProblem(say`it needs you to sign in`);
      }
      if (fault.kind === 'answered' && !timedOut) throw new TaskProblem(boundedText(fault.message, 4000));
      const why = 'why' in fault ? fault.why : fault.message;
      if (attempt === maxAttempts) throw new TaskProblem(why);
      if (!(await connection.isAlive(client.value))) await connection.lost(client.value, why);
    }
  }
}

/** Required over HTTP by the extension, so that a gateway can route requests about one task. */
export function taskHeaders({ form, id }: TaskRef): Pick<RequestOptions, 'headers'> {
  return form === 'extension' && /^[\x21-\x7e]+$/.test(id) ? { headers: { 'Mcp-Name': id } } : {};
}
