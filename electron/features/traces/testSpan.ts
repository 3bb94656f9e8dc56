// The span of a connection test, without any user content.

import { randomUUID } from 'node:crypto';
import { attributes, nanoseconds, type Span, spanIdOf, traceIdOf } from '../../interop/otlp/span.ts';

export function testSpan(now: Date): Span {
  const id = randomUUID();
  const at = nanoseconds(now.getTime());
  return {
    traceId: traceIdOf('test', id),
    spanId: spanIdOf('test', id),
    name: 'Throughline test',
    kind: 1,
    startTimeUnixNano: at,
    endTimeUnixNano: at,
    attributes: attributes({ 'throughline.test': true }),
  };
}
