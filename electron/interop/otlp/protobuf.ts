// An ExportTraceServiceRequest in protobuf, and the server's answer to it.

import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import {
  type Attribute,
  conventionsSchema,
  resourceAttributes,
  type Span,
  type SpanOrigin,
  scopeName,
} from './span.ts';

type ReadableSpan = Parameters<typeof ProtobufTraceSerializer.serializeRequest>[0][number];

export function protobufRequest(spans: readonly Span[], origin: SpanOrigin): Uint8Array {
  // The serializer groups spans by these objects.
  const resource = { attributes: plainAttributes(resourceAttributes(origin)) } as ReadableSpan['resource'];
  const scope = { name: scopeName, version: origin.version, schemaUrl: conventionsSchema };
  const bytes = ProtobufTraceSerializer.serializeRequest(spans.map((span) => readable(span, resource, scope)));
  if (!bytes) throw new Error('the spans could not be encoded');
  return bytes;
}

/** Throws if the bytes are no ExportTraceServiceResponse. */
export function readProtobufAnswer(bytes: Uint8Array): { rejectedSpans?: unknown; errorMessage?: unknown } {
  return ProtobufTraceSerializer.deserializeResponse(bytes).partialSuccess ?? {};
}

function readable(
  span: Span,
  resource: ReadableSpan['resource'],
  instrumentationScope: ReadableSpan['instrumentationScope'],
): ReadableSpan {
  const { traceId, spanId, parentSpanId } = span;
  const context = (id: string) => ({ traceId, spanId: id, traceFlags: 1 });
  return {
    name: span.name,
    // Counts from 0, the protocol from 1.
    kind: span.kind - 1,
    spanContext: () => context(spanId),
    ...(parentSpanId === undefined ? {} : { parentSpanContext: context(parentSpanId) }),
    startTime: secondsAndNanoseconds(span.startTimeUnixNano),
    endTime: secondsAndNanoseconds(span.endTimeUnixNano),
    status: span.status ?? { code: 0 },
    attributes: plainAttributes(span.attributes),
    links: [],
    events: [],
    duration: [0, 0],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function secondsAndNanoseconds(nanoseconds: string): [number, number] {
  const all = BigInt(nanoseconds);
  return [Number(all / 1_000_000_000n), Number(all % 1_000_000_000n)];
}

function plainAttributes(attributes: readonly Attribute[]): ReadableSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: Attribute['value']): string | number | boolean | string[] {
  if ('stringValue' in value) return value.stringValue;
  if ('intValue' in value) return Number(value.intValue);
  if ('boolValue' in value) return value.boolValue;
  // Only lists of texts are written.
  return value.arrayValue.values.flatMap((each) => ('stringValue' in each ? [each.stringValue] : []));
}
