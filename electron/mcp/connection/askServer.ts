// Sends a server a request other than a tool call: a prompt, a resource, or argument completions. Has a timeout, can be
// canceled, and fails with a sentence.

import { type Client, type RequestOptions, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import { classifyCallFault } from './callFault.ts';
import type { ServerConnection } from './serverConnection.ts';

export interface AskDeps {
  name: string;
  connection: ServerConnection;
  timeoutSeconds: number;
}

/** Error codes for a missing resource, current and older. */
const notFoundCodes = [-32002];

/** Connects first if necessary. `details.missing`: the server reports that the item does not exist. */
export async function askServer<T>(
  { name, connection, timeoutSeconds }: AskDeps,
  signal: AbortSignal,
  ask: (client: Client, options: RequestOptions) => Promise<T>,
): Promise<Result<T>> {
  const options = { signal, timeout: timeoutSeconds * 1000 };
  for (let attempt = 1; ; attempt++) {
    const client = await connection.client(signal);
    if (!client.ok) {
      if (signal.aborted) return fail('CANCELLED', say`It was canceled.`);
      return fail('TOOL_EXEC_FAILED', say`The MCP server ${name} is not available: ${errorSentence(client.error)}`);
    }
    try {
      return ok(await ask(client.value, options));
    } catch (thrown) {
      if (signal.aborted) return fail('CANCELLED', say`It was canceled.`);
      if (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout) {
        return fail('TOOL_TIMEOUT', say`The MCP server ${name} did not respond within ${timeoutSeconds} s.`);
      }
      const fault = classifyCallFault(thrown, client.value.transport?.sessionId !== undefined);
      if (fault.kind === 'answered') {
        const missing = fault.code !== null && notFoundCodes.includes(fault.code);
        const reason = boundedText(fault.message, 1000);
        return fail(
          'TOOL_EXEC_FAILED',
          say`Message from the MCP server ${name}: ${reason}`,
          missing ? { missing } : undefined,
        );
      }
      if (fault.kind === 'sign_in') {
        await connection.lost(client.value, say`it requires sign-in`);
        await connection.ready({ now: true });
        return fail('TOOL_EXEC_FAILED', say`The MCP server ${name} needs you to sign in.`);
      }
      const why = fault.kind === 'session' ? fault.message : fault.why;
      if (!(await connection.isAlive(client.value))) await connection.lost(client.value, why);
      // These requests have no side effects, so they can be retried.
      if (attempt === 2) return fail('TOOL_EXEC_FAILED', say`The MCP server ${name} is not available: ${why}.`);
    }
  }
}
