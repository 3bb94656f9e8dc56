// An ExportTraceServiceRequest in protobuf, as its JSON. Field numbers: opentelemetry-proto 1.x, trace/v1/trace.proto,
// common/v1/common.proto and collector/trace/v1/trace_service.proto.

import Pbf from 'pbf';

type Row = Record<string, unknown>;
type Read = (reader: Pbf, row: Row) => void;

/** Throws on a field that the messages do not have. */
export function otlpFromProtobuf(bytes: Uint8Array): Row {
  // Reads the whole memory that a view belongs to.
  return new Pbf(Uint8Array.from(bytes)).readFields(reading(request), { resourceSpans: [] });
}

function reading(fields: Record<number, Read>): (tag: number, row?: Row, reader?: Pbf) => void {
  return (tag, row, reader) => {
    const read = fields[tag];
    if (!read || !row || !reader) throw new Error(`no field ${tag}`);
    read(reader, row);
  };
}

const set =
  (name: string, read: (reader: Pbf) => unknown): Read =>
  (reader, row) => {
    row[name] = read(reader);
  };
const message = (fields: () => Record<number, Read>) => (reader: Pbf) => reader.readMessage(reading(fields()), {});
const list =
  (name: string, read: (reader: Pbf) => unknown): Read =>
  (reader, row) => {
    const before = row[name];
    row[name] = [...(Array.isArray(before) ? before : []), read(reader)];
  };
const text = (reader: Pbf): string => reader.readString();
const hex = (reader: Pbf): string => Buffer.from(reader.readBytes()).toString('hex');
const nanoseconds = (reader: Pbf): string => {
  const [low, high] = [reader.readFixed32(), reader.readFixed32()];
  return String((BigInt(high) << 32n) | BigInt(low));
};
/** Expected to be 0, like all counts of what was dropped. */
const none: Read = (reader) => {
  if (reader.readVarint() !== 0) throw new Error('something was dropped');
};
const flags: Read = (reader) => void reader.readFixed32();

const anyValue: Record<number, Read> = {
  1: set('stringValue', text),
  2: set('boolValue', (reader) => reader.readBoolean()),
  3: set('intValue', (reader) => String(reader.readVarint(true))),
  5: set(
    'arrayValue',
    message(() => ({
      1: list(
        'values',
        message(() => anyValue),
      ),
    })),
  ),
};
const attribute = message(() => ({
  1: set('key', text),
  2: set(
    'value',
    message(() => anyValue),
  ),
}));
const span = message(() => ({
  1: set('traceId', hex),
  2: set('spanId', hex),
  4: set('parentSpanId', hex),
  5: set('name', text),
  6: set('kind', (reader) => reader.readVarint()),
  7: set('startTimeUnixNano', nanoseconds),
  8: set('endTimeUnixNano', nanoseconds),
  9: list('attributes', attribute),
  10: none,
  12: none,
  14: none,
  15: set(
    'status',
    message(() => ({ 2: set('message', text), 3: set('code', (reader) => reader.readVarint()) })),
  ),
  16: flags,
}));
const resource = message(() => ({ 1: list('attributes', attribute), 2: none }));
const scope = message(() => ({ 1: set('name', text), 2: set('version', text), 4: none }));
const scopeSpans = message(() => ({ 1: set('scope', scope), 2: list('spans', span), 3: set('schemaUrl', text) }));
const request: Record<number, Read> = {
  1: list(
    'resourceSpans',
    message(() => ({ 1: set('resource', resource), 2: list('scopeSpans', scopeSpans), 3: set('schemaUrl', text) })),
  ),
};
