// An error response: status, body and headers.

export class StatusError extends Error {
  readonly status: number;
  /** The body's `error` field, else the body; undefined if not JSON. */
  readonly error: unknown;
  readonly headers: Headers;

  constructor(status: number, body: unknown, headers: Headers) {
    super(`status ${status}`);
    this.status = status;
    this.error = inner(body);
    this.headers = headers;
  }
}

/** Reads the body, which the exchange limits. */
export async function statusError(response: Response): Promise<StatusError> {
  const text = await response.text().catch(() => '');
  return new StatusError(response.status, parsed(text), response.headers);
}

function inner(body: unknown): unknown {
  // Google answers a failed stream with a one-element list.
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof first !== 'object' || first === null) return undefined;
  const { error } = first as { error?: unknown };
  return error ?? first;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
