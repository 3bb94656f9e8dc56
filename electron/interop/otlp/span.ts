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

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1: internal, 3: client. */
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  /** 2: error. Absent: unset. */
  status?: { code: 2; message?: string };
}

type Plain = string | number | boolean | readonly string[] | null | undefined;

/** Omits empty values, and those that OTLP cannot express: a stored message may hold any JSON value in any field. */
export function toAttributes(values: Readonly<Record<string, Plain>>): Attribute[] {
  return Object.entries(values).flatMap(([key, plain]) => {
    const value = plain === '' ? null : anyValue(plain);
    return value === null ? [] : [{ key, value }];
  });
}

function anyValue(value: Plain): AttributeValue | null {
  if (typeof value === 'string') return { stringValue: value.toWellFormed() };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    const rounded = Math.round(value);
    return Number.isSafeInteger(rounded) ? { intValue: String(rounded) } : null;
  }
  if (!Array.isArray(value)) return null;
  return { arrayValue: { values: value.map(anyValue).filter((item) => item !== null) } };
}

/** Deterministic, so that exporting again produces the same span. */
export function traceIdOf(...names: string[]): string {
  return idOf(['trace', ...names], 32);
}

export function spanIdOf(...names: string[]): string {
  return idOf(['span', ...names], 16);
}

function idOf(names: readonly string[], length: number): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, length);
}

/** The last millisecond that 64 bits of nanoseconds can express, in the year 2554. */
const maxMs = 18_446_744_073_709;

export function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(Math.min(Math.max(0, ms), maxMs) * 1000)) * 1000n);
}

/** Who sends the spans. */
export interface SpanOrigin {
  version: string;
  /** `service.name`; by default `throughline`. */
  service?: string | undefined;
}

/** In model/manifest.yaml of semantic-conventions-genai, as of October 2026; its first release names no other. */
export const conventionsSchema = 'https://opentelemetry.io/schemas/gen-ai-dev/1.42.0-dev';

export const scopeName = 'throughline';

export function resourceAttributes({ version, service = scopeName }: SpanOrigin): Attribute[] {
  return toAttributes({ 'service.name': service, 'service.version': version });
}

/** Returns an ExportTraceServiceRequest, ready for JSON. */
export function tracesRequest(spans: readonly Span[], origin: SpanOrigin): object {
  const scope = { name: scopeName, version: origin.version };
  return {
    resourceSpans: [
      {
        resource: { attributes: resourceAttributes(origin) },
        scopeSpans: [{ scope, spans, schemaUrl: conventionsSchema }],
      },
    ],
  };
}
