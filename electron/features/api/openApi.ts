// The OpenAPI 3.1 document of the local API, made from the table of its operations.

import { z } from 'zod';
import { type Operation, operationNames, operations, scopes } from '../../../shared/features/api/operations.ts';
import { apiPrefix } from './apiRoute.ts';

type Schema = Record<string, unknown>;

const problemSchema: Schema = {
  type: 'object',
  description: 'RFC 9457. `code` is stable; `detail` is for people.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
  },
};

export function openApiDocument(): Schema {
  const paths: Record<string, Schema> = {};
  for (const name of operationNames) {
    const operation: Operation = operations[name];
    const path = `${apiPrefix}${operation.path}`;
    paths[path] = { ...paths[path], [operation.method]: operationObject(name, operation) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Throughline local API',
      version: '1',
      description: `Conversations of Throughline on this machine. Events: a WebSocket at ${apiPrefix}/events.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:4817' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `A token of Throughline’s settings. Scopes: ${scopes.join(', ')}.`,
        },
      },
      schemas: { Problem: problemSchema },
      responses: {
        Problem: {
          description: 'The request failed.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

function operationObject(name: string, { method, path, scope, summary, input, output, idempotent }: Operation): Schema {
  const { properties = {} } = jsonSchema(input) as { properties?: Record<string, Schema> };
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field));
  const isRequired = (field: string): boolean => input.shape[field]?.safeParse(undefined).success !== true;
  const fields = Object.entries(properties);
  const parameters = fields
    .filter(([field]) => inPath.has(field) || method === 'get')
    .map(([field, schema]) => {
      const { description, ...rest } = schema;
      const where = inPath.has(field) ? 'path' : 'query';
      const required = where === 'path' || isRequired(field);
      return { name: field, in: where, required, ...(description === undefined ? {} : { description }), schema: rest };
    });
  if (idempotent)
    parameters.push({
      ...{ name: 'Idempotency-Key', in: 'header', required: false },
      ...{ description: 'A request that is repeated with the same key runs once.', schema: { type: 'string' } },
    });
  const body = fields.filter(([field]) => method === 'post' && !inPath.has(field));
  return {
    operationId: name,
    summary,
    description: `Needs the scope \`${scope}\`.`,
    'x-scope': scope,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body.length > 0 ? { requestBody: requestBody(body, isRequired) } : {}),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: jsonSchema(output) } } },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function requestBody(fields: readonly [string, Schema][], isRequired: (field: string) => boolean): Schema {
  const required = fields.map(([field]) => field).filter(isRequired);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
  return { required: true, content: { 'application/json': { schema } } };
}

function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return rest;
}
