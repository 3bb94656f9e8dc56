// An ExportTraceServiceRequest in OTLP's JSON, as strict as the protocol, and the GenAI conventions for its spans.

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  attributes: Record<string, unknown>;
  failed: boolean;
}

type Row = Record<string, unknown>;

/** Throws on anything but an ExportTraceServiceRequest in the protocol's JSON. */
export function readTraces(value: unknown): ReceivedSpan[] {
  const request = fields(value, ['resourceSpans']);
  return list(request.resourceSpans).flatMap((entry) => {
    const { resource, scopeSpans } = fields(entry, ['resource', 'scopeSpans']);
    if (readAttributes(fields(resource, ['attributes']).attributes)['service.name'] === undefined)
      throw new Error('no service.name');
    return list(scopeSpans).flatMap((each) => {
      const { scope, spans, schemaUrl } = fields(each, ['scope', 'spans', 'schemaUrl']);
      if (!text(schemaUrl).startsWith('https://opentelemetry.io/schemas/')) throw new Error('no schema');
      text(fields(scope, ['name', 'version']).name);
      return list(spans).map(readSpan);
    });
  });
}

function readSpan(value: unknown): ReceivedSpan {
  const span = fields(value, [
    'traceId',
    'spanId',
    'parentSpanId',
    'name',
    'kind',
    'startTimeUnixNano',
    'endTimeUnixNano',
    'attributes',
    'status',
  ]);
  const [start, end] = [nano(span.startTimeUnixNano), nano(span.endTimeUnixNano)];
  if (end < start) throw new Error('a span ends before it begins');
  if (![1, 2, 3, 4, 5].includes(span.kind as number)) throw new Error('no kind of span');
  const status = span.status === undefined ? {} : fields(span.status, ['code', 'message']);
  return {
    traceId: hex(span.traceId, 32),
    spanId: hex(span.spanId, 16),
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: hex(span.parentSpanId, 16) }),
    name: text(span.name),
    kind: span.kind as number,
    start,
    end,
    attributes: readAttributes(span.attributes),
    failed: status.code === 2,
  };
}

function readAttributes(value: unknown): Row {
  const found: Row = {};
  for (const entry of list(value)) {
    const { key, value: one } = fields(entry, ['key', 'value']);
    if (text(key) in found) throw new Error(`${key} is there twice`);
    found[text(key)] = readValue(one);
  }
  return found;
}

function readValue(value: unknown): unknown {
  const [[kind, inner] = [], ...others] = Object.entries(value as Row);
  if (others.length > 0) throw new Error('a value of two kinds');
  if (kind === 'stringValue') return text(inner);
  if (kind === 'boolValue' && typeof inner === 'boolean') return inner;
  if (kind === 'intValue' && typeof inner === 'string' && /^-?\d+$/.test(inner)) return Number(inner);
  if (kind === 'arrayValue') return list(fields(inner, ['values']).values).map(readValue);
  throw new Error(`no value: ${JSON.stringify(value)}`);
}

function fields(value: unknown, known: string[]): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  const odd = Object.keys(value).filter((key) => !known.includes(key));
  if (odd.length > 0) throw new Error(`unknown: ${odd.join(', ')}`);
  return value as Row;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw new Error('not a text');
  return value;
}

function hex(value: unknown, length: number): string {
  if (typeof value !== 'string' || value.length !== length || !/^[0-9a-f]+$/.test(value) || /^0+$/.test(value))
    throw new Error('no id');
  return value;
}

function nano(value: unknown): bigint {
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) throw new Error('no time');
  return BigInt(value);
}

const needed: Record<string, string[]> = {
  invoke_agent: ['gen_ai.agent.name', 'gen_ai.conversation.id'],
  chat: ['gen_ai.provider.name', 'gen_ai.conversation.id'],
  execute_tool: ['gen_ai.tool.name'],
};
/** A span is named after its operation and target. */
const kinds: Record<string, number> = { invoke_agent: 1, chat: 3, execute_tool: 1 };

/** `invoke_agent`, with `chat` and `execute_tool` below it, and below a tool the agent that it started. */
export function otlpBreaks(text: string): string[] {
  const spans = readTraces(JSON.parse(text));
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const found = byId.size === spans.length ? [] : ['an id of two spans'];
  for (const { name, traceId, parentSpanId, kind, attributes, failed } of spans) {
    const operation = String(attributes['gen_ai.operation.name']);
    const say = (what: string): number => found.push(`${name}: ${what}`);
    if (!(operation in needed) || !name.startsWith(operation)) say('no known operation');
    if (kind !== kinds[operation]) say('a span of another kind');
    for (const key of needed[operation] ?? []) if (!attributes[key]) say(`no ${key}`);
    if (failed !== (attributes['error.type'] !== undefined)) say('failed without a reason');
    const parent = parentSpanId === undefined ? null : byId.get(parentSpanId);
    if (parent === undefined || (parent && parent.traceId !== traceId)) say('its parent is in no trace');
    const above = parent ? String(parent.attributes['gen_ai.operation.name']) : null;
    const wanted = operation === 'invoke_agent' ? [null, 'execute_tool'] : ['invoke_agent'];
    if (!wanted.includes(above)) say(`below ${above}`);
  }
  return found;
}
