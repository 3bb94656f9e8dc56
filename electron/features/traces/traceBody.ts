// The two encodings of OTLP over HTTP.

import type { TraceEncoding } from '../../../shared/features/settings/settings.ts';
import { type Span, type SpanOrigin, tracesRequest } from '../../interop/otlp/span.ts';

export interface TraceBody {
  contentType: string;
  content: string | Uint8Array;
}

export async function traceBody(
  encoding: TraceEncoding,
  spans: readonly Span[],
  origin: SpanOrigin,
): Promise<TraceBody> {
  if (encoding === 'json') {
    return { contentType: 'application/json', content: JSON.stringify(tracesRequest(spans, origin)) };
  }
  const { protobufRequest } = await import('../../interop/otlp/protobuf.ts');
  return { contentType: 'application/x-protobuf', content: protobufRequest(spans, origin) };
}

/**
 * The rejected part of a batch that the server accepted. A server answers in the encoding of the request; some answer in
 * JSON, or not at all. Never throws.
 */
export async function readTraceAnswer(
  bytes: Uint8Array,
  contentType: string | null,
): Promise<{ rejectedSpans?: unknown; errorMessage?: unknown }> {
  try {
    if (contentType?.includes('protobuf')) {
      const { readProtobufAnswer } = await import('../../interop/otlp/protobuf.ts');
      return readProtobufAnswer(bytes);
    }
    return JSON.parse(Buffer.from(bytes).toString('utf8')).partialSuccess ?? {};
  } catch {
    return {};
  }
}
