// Answers what a task of the extension asks for, with the same forms and decisions as a server's own requests. Each
// request is answered once, however often the server repeats it, and their number is bounded.

import { type CreateMessageRequest, type ElicitRequest, specTypeSchemas } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { usableRequest } from '../received/receivedMessages.ts';
import { answerElicitation, answerSampling, listRoots, type ServerRequestDeps } from '../serverRequests.ts';
import { TaskProblem } from './taskState.ts';

export interface TaskAnswers {
  /** Responses to the requests that have none yet, by key. Throws a `TaskProblem`. */
  answer(requests: JsonObject): Promise<JsonObject>;
}

const maxRequests = 50;
const maxKeyLength = 200;

export function createTaskAnswers(deps: ServerRequestDeps): TaskAnswers {
  const answered = new Map<string, string>();
  return {
    async answer(requests) {
      const responses: [string, unknown][] = [];
      for (const [key, request] of Object.entries(requests)) {
        const text = JSON.stringify(request);
        const before = answered.get(key);
        if (before === text) continue;
        if (before !== undefined) throw new TaskProblem(say`it changed a request that was already answered`);
        if (answered.size >= maxRequests || key.length > maxKeyLength) {
          throw new TaskProblem(say`its task asked for input too often`);
        }
        answered.set(key, text);
        responses.push([key, await responseTo(request, deps)]);
      }
      return Object.fromEntries(responses);
    },
  };
}

async function responseTo(request: unknown, deps: ServerRequestDeps): Promise<unknown> {
  const { method, params } = usableRequest(isJsonObject(request) ? request : {});
  switch (method) {
    case 'elicitation/create': {
      const valid = specTypeSchemas.ElicitRequest['~standard'].validate({ method, params });
      if (valid.issues) return { action: 'decline' };
      return answerElicitation((valid.value as ElicitRequest).params, deps);
    }
    case 'sampling/createMessage': {
      const valid = specTypeSchemas.CreateMessageRequest['~standard'].validate({ method, params });
      if (valid.issues) break;
      return answerSampling((valid.value as CreateMessageRequest).params, deps);
    }
    case 'roots/list':
      return listRoots(deps);
  }
  throw new TaskProblem(say`its task asked for something unknown`);
}
