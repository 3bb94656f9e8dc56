// Types and helpers for OTLP/JSON spans (opentelemetry-proto, JSON mapping): ids are hexadecimal, times and integers
// are strings.

import { createHash } from 'node:crypto';

type AttributeValue =
  | { stringValue: string }
  | { intValue: string }
  | { boolValue: boolean }
  | { arrayValue: { values: AttributeValue[] } };

export interface Attribute {
  key: string;
  value: AttributeValue;
}

/** 1: internal, 3: client. */
type SpanKind = 1 | 3;

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: SpanKind;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  /** 2: error. Absent: unset. */
  status?: { code: 2; message?: string };
}

export interface Traces {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { scope: { name: string; version: string }; spans: Span[] }[];
  }[];
}

type Plain = string | number | boolean | readonly string[] | null | undefined;

/** Omits undefined values. */
export function attributes(values: Readonly<Record<string, Plain>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ key, value: anyValue(value) }],
  );
}

function anyValue(value: string | number | boolean | readonly string[]): AttributeValue {
  if (typeof value === 'string') return { stringValue: value.toWellFormed() };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(Math.round(value)) };
  return { arrayValue: { values: value.map(anyValue) } };
}

/** Deterministic, so that exporting again produces the same span. */
export function traceIdOf(...names: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(['trace', ...names]))
    .digest('hex')
    .slice(0, 32);
}

export function spanIdOf(...names: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(['span', ...names]))
    .digest('hex')
    .slice(0, 16);
}

export function nanoseconds(ms: number): string {
  return String(BigInt(Math.max(0, Math.round(ms * 1000))) * 1000n);
}

const defaultService = 'throughline';

export function traces(spans: Span[], version: string, service: string = defaultService): Traces {
  const about = attributes({ 'service.name': service, 'service.version': version });
  return {
    resourceSpans: [
      { resource: { attributes: about }, scopeSpans: [{ scope: { name: 'throughline', version }, spans }] },
    ],
  };
}
